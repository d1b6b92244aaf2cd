"""The moving picture of the README: a real match in a real browser, one picture after each decision.

``make film`` writes it to docs/pictures/play.webp.
"""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from struct import pack

from playwright.sync_api import Page

from tests.server.running import Server
from tests.web.browsing import PHONE, Player, browser, close, go, new_table, visitor, wait_for_rest

FILE = Path(__file__).parents[2] / "docs" / "pictures" / "play.webp"
SIZE = (340, 736)
"""Of the film: a phone, on which a board is largest for the room it takes in a README."""
QUALITY = 0.55
MILLISECONDS, LAST_MILLISECONDS = 700, 2500
"""How long each picture is shown, and the last one."""
DECISIONS = 22
SEATS = [{"kind": "me"}, {"kind": "bot", "level": "merchant"}, {"kind": "bot", "level": "apprentice"}]

SHRINK = """async ([picture, width, height, quality]) => {
    const image = new Image();
    image.src = "data:image/png;base64," + picture;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""


def still(page: Page, workshop: Page) -> bytes:
    """The page as it is now, as a small WebP picture; another page does the work, so that none of it can be seen."""
    wait_for_rest(page)
    png = base64.b64encode(page.screenshot()).decode()
    return base64.b64decode(workshop.evaluate(SHRINK, [png, *SIZE, QUALITY]))


def chunk(name: bytes, data: bytes) -> bytes:
    """A piece of a WebP file; pieces begin at even places."""
    return name + pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def picture_data(webp: bytes) -> bytes:
    """The pieces of a still picture that hold the picture itself."""
    kept, at = b"", 12
    while at < len(webp):
        length = int.from_bytes(webp[at + 4 : at + 8], "little")
        end = at + 8 + length + length % 2
        if webp[at : at + 4] in (b"VP8 ", b"VP8L", b"ALPH"):
            kept += webp[at:end]
        at = end
    return kept


def film(stills: Sequence[bytes], size: tuple[int, int]) -> bytes:
    """Still pictures as one that moves, for ever, as the WebP container specification lays it out."""
    wide, high = ((side - 1).to_bytes(3, "little") for side in size)
    times = [MILLISECONDS] * (len(stills) - 1) + [LAST_MILLISECONDS]
    frames = (
        chunk(b"ANMF", bytes(6) + wide + high + time.to_bytes(3, "little") + b"\2" + picture_data(picture))
        for picture, time in zip(stills, times, strict=True)
    )
    head = chunk(b"VP8X", b"\2" + bytes(3) + wide + high), chunk(b"ANIM", bytes(6))
    return chunk(b"RIFF", b"WEBP" + b"".join(chain(head, frames)))


def match_in_pictures(page: Page, workshop: Page, url: str) -> Iterator[bytes]:
    """The shelf, then a match as somebody plays it."""
    go(page, url, "")
    page.wait_for_selector("main :is(h1, h2)")
    yield still(page, workshop)
    table = new_table(page, "tantan", SEATS)
    go(page, url, f"table/{table}")
    player = Player(page)
    while player.decisions < DECISIONS and not player.finished():
        yield still(page, workshop)
        player.by_mouse()
    yield still(page, workshop)


def main() -> None:
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory())
        # The house as whoever installs it has it: without the tests' own game, and with nothing left to prepare.
        house = Server(Path(data), environment={"PYTHONPATH": ""}).start()
        stack.callback(house.kill)
        running = stack.enter_context(browser())
        page, workshop = visitor(running, PHONE), visitor(running)
        stills = list(match_in_pictures(page, workshop, house.url))
        close(page)
        close(workshop)
    FILE.write_bytes(film(stills, SIZE))
    print(f"{FILE}: {len(stills)} pictures, {FILE.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
