"""Letters: what they say, in plain text and, for programs that show it, in HTML. Both say the same.

The HTML loads nothing, so that nobody learns when a letter is read.
"""

from __future__ import annotations

import html
from dataclasses import dataclass

from caravanserai.words import Words


@dataclass(frozen=True)
class Link:
    """Somewhere that a letter leads."""

    text: str
    url: str


@dataclass(frozen=True)
class Letter:
    """A letter: what it is about, where it leads, and how to get no more of its kind."""

    words: Words
    subject: str
    lead: str
    links: tuple[Link, ...]
    foot: str
    leave: str

    def as_text(self) -> str:
        """In plain text, an address on a line of its own."""
        links = "\n".join(f"{link.text}\n{link.url}\n" for link in self.links)
        return f"{self.lead}\n\n{links}\n-- \n{self.foot}\n{self.leave}\n"

    def as_html(self) -> str:
        """In HTML, with the colours of the page."""
        said = html.escape
        links = "".join(f'<p><a class="to" href="{said(link.url)}">{said(link.text)}</a></p>\n' for link in self.links)
        leave = f'<a href="{said(self.leave)}">{said(self.words("mail-page-leave-button"))}</a>'
        return (
            f'<!doctype html>\n<html lang="{self.words.language}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="color-scheme" content="light dark">\n'
            f"<title>{said(self.subject)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
            f'<h1>Caravanserai</h1>\n<p>{said(self.lead)}</p>\n{links}<p class="foot">{said(self.foot)} {leave}</p>\n'
            "</main>\n</body>\n</html>\n"
        )


STYLE = """
:root { color-scheme: light dark; }
body { margin: 0; padding: 16px; background: #5d4f8c; }
main { max-width: 34rem; margin: 0 auto; padding: 24px; border-radius: 18px; background: #fbf0d9; color: #2c1e12;
  font: 17px/1.5 "Source Sans 3", system-ui, sans-serif; }
h1 { margin: 0 0 12px; font: 600 24px/1.2 "El Messiri", Georgia, serif; }
p { margin: 0 0 14px; }
.to { display: inline-block; padding: 11px 22px; border-radius: 24px; background: #ffb627; color: #2c1e12;
  font-weight: 600; text-decoration: none; }
.foot { margin: 24px 0 0; padding-top: 14px; border-top: 1px solid #b9975c; color: #5f4a35; font-size: 15px; }
.foot a { color: #4a3a8c; }
@media (prefers-color-scheme: dark) {
  body { background: #0f0d24; }
  main { background: #2a2350; color: #fff8ea; }
  .foot { border-color: #8b7fc0; color: #cfc6ea; }
  .foot a { color: #d9cffc; }
}
"""
"""For programs that read it; in all others a letter is plain black on white, and reads as well."""
