"""Draws the pictures of the page that are files, from its own art: the icons of the app, and what links show.

Run from the top of the repository, after `make web`: ``.venv/bin/python -m web.scripts.pictures``.
"""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from caravanserai.games import game_names
from tests.server.running import Server
from tests.web.browsing import browser, close, go, visitor, wait_for_rest

PUBLIC = Path(__file__).parents[1] / "public"
BOARDS = Path(__file__).parents[1] / "src" / "games"
PREVIEW = {"width": 1200, "height": 630}
ICONS = {"icon-192.png": (192, 1.0), "icon-512.png": (512, 1.0), "icon-maskable-512.png": (512, 0.76)}
"""Each with its size and the share of it that the drawing takes: what may be cut off must be sky."""

GATE = (
    '<path d="M14 46V32a18 18 0 0 1 36 0v14h-8V33a10 10 0 0 0-20 0v13z" fill="#fff"/>'
    '<circle cx="45" cy="12" r="7" fill="#fff"/>'
)
"""Of the icon, what can be told in one colour: for the bar of a phone."""

ARRANGE = """([boxes, name]) => {
    document.querySelector("header").remove();
    const main = document.querySelector("main");
    const chosen = boxes.map((n) => document.querySelectorAll(".shelf .box")[n].cloneNode(true));
    main.replaceChildren();
    main.style.cssText = "padding:0;height:630px;max-width:none;display:flex;align-items:center;justify-content:center";
    main.style.gap = boxes.length > 1 ? "22px" : "70px";
    for (const box of chosen) {
        box.style.width = boxes.length > 1 ? "208px" : "400px";
        box.style.flex = "none";
        box.style.setProperty("font-size", boxes.length > 1 ? "16px" : "30px");
        box.querySelector(".icon").style.fontSize = boxes.length > 1 ? "100px" : "200px";
        const title = box.querySelector(".title");
        title.style.fontSize = boxes.length > 1 ? "19px" : "36px";
        main.append(box);
    }
    if (boxes.length === 1) {
        const words = document.createElement("div");
        words.className = "display";
        words.style.cssText = "max-width:560px;color:#fff8ea;font-size:76px;line-height:1.08;text-wrap:balance";
        words.textContent = name;
        const house = document.createElement("div");
        house.style.cssText = "font-size:34px;margin-top:26px;color:#ffca6a";
        house.textContent = "Caravanserai";
        words.append(house);
        main.append(words);
    }
}"""


def draw_icons(running: Browser) -> None:
    page = running.new_page(viewport={"width": 512, "height": 512})
    art = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
    for name, (size, share) in ICONS.items():
        page.set_viewport_size({"width": size, "height": size})
        back = "#1d1b45" if share < 1 else "transparent"
        data = base64.b64encode(art.encode()).decode()
        page.set_content(
            f'<body style="margin:0;height:100vh;display:grid;place-items:center;background:{back}">'
            f'<img style="width:{share * 100}vw" src="data:image/svg+xml;base64,{data}">'
        )
        page.screenshot(path=PUBLIC / name, omit_background=True)
    page.set_viewport_size({"width": 96, "height": 96})
    page.set_content(f'<body style="margin:0"><svg viewBox="8 2 48 48" width="96" height="96">{GATE}</svg>')
    page.screenshot(path=PUBLIC / "badge.png", omit_background=True)
    page.close()


def draw_previews(running: Browser, url: str) -> None:
    page = visitor(running, PREVIEW)
    ours = [(number, name) for number, name in enumerate(game_names()) if (BOARDS / name).is_dir()]
    for number, name in [*ours, (None, "")]:
        go(page, url, "")
        page.reload()
        page.wait_for_selector(".shelf .box")
        title = page.locator(".shelf .box .title").nth(number or 0).inner_text()
        page.evaluate(ARRANGE, [[number] if number is not None else [each for each, _ in ours], title])
        wait_for_rest(page)
        page.screenshot(path=PUBLIC / (f"preview-{name}.png" if name else "preview.png"))
    close(page)


def main() -> None:
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as house, browser() as running:
        draw_icons(running)
        draw_previews(running, house.url)


if __name__ == "__main__":
    main()
