"""A bot that sits down at a table over the wire and plays at random: a beginning for one of your own.

    python examples/wire_bot.py http://127.0.0.1:8080 TABLE [INVITE]

TABLE is the id of a table that waits for people, INVITE the secret behind the # of its link, if it is private.
"""

from __future__ import annotations

import json
import random
import sys
import uuid
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def post(address: str, cookie: str, invite: str, **body: Any) -> tuple[dict[str, Any], str]:
    """The answer to a request, and the cookie we are known by."""
    headers = {"content-type": "application/json", "cookie": cookie, "x-invite": invite}
    with urlopen(Request(address, json.dumps(body).encode(), headers)) as answer:
        new = answer.headers.get("set-cookie")
        return json.load(answer), new.partition(";")[0] if new else cookie


def choose(state: dict[str, Any]) -> int:
    """Your idea goes here: state["view"] is all the seat knows, the choices are all it may do."""
    choice: dict[str, Any] = random.choice(state["question"]["choices"])
    return int(choice["action"])


def play(server: str, table: str, invite: str = "") -> dict[str, Any]:
    """Sit down, play until the match is over, and tell how it ended."""
    nickname = f"Bot {uuid.uuid4().hex[:6]}"
    _, cookie = post(f"{server}/api/me", "", invite, nickname=nickname)
    seated, _ = post(f"{server}/api/tables/{table}/sit", cookie, invite)
    live = f"{server.replace('http', 'ws', 1)}/api/live"
    with connect(live, additional_headers={"cookie": cookie}) as socket:
        socket.send(json.dumps({"type": "watch", "table": table, "seat": seated["seat"]}))
        asked = None
        for text in socket:
            state = json.loads(text)
            if state["type"] not in ("snapshot", "update"):
                continue
            if state["outcome"]:
                return dict(state["outcome"])
            question = state["question"]
            if question and question["id"] != asked:
                asked = question["id"]
                decision = {"type": "decide", "question_id": asked, "choice": choose(state), "key": uuid.uuid4().hex}
                socket.send(json.dumps(decision))
    raise ConnectionError("the server went away")


if __name__ == "__main__":
    print(play(*sys.argv[1:4]))
