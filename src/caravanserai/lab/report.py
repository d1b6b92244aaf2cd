"""Reports as one HTML file: no script, nothing from the network, readable on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isfinite

from caravanserai.lab import plots
from caravanserai.lab.standings import Standings
from caravanserai.lab.statistics import Estimate

STYLE = """
:root { color-scheme: light dark; --ink: #2b2118; --paper: #fbf6ec; --soft: #d8cbb4; --tone: #a8571f; --mark: #1f6f78; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #efe6d8; --paper: #1d1813; --soft: #4a4036; --tone: #e09a5b; --mark: #6cc3cc; }
}
body { margin: 0 auto; max-width: 44rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif;
  color: var(--ink); background: var(--paper); }
h1 { font-size: 1.5rem; line-height: 1.2; } h2 { font-size: 1.15rem; margin: 2rem 0 .25rem; }
p { margin: .25rem 0 .75rem; }
figure { margin: 0; } svg { display: block; width: 100%; max-width: 34rem; height: auto; }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); } svg text.small { font-size: 11px; }
svg rect, svg circle { fill: var(--tone); } svg rect { fill-opacity: .75; }
svg .grid { stroke: var(--soft); } svg .range { stroke: var(--tone); stroke-width: 3; }
svg .mark { stroke: var(--mark); stroke-dasharray: 4 3; stroke-width: 2; }
svg .median { stroke: var(--ink); stroke-width: 2; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem .3rem 0; text-align: right; border-bottom: 1px solid var(--soft); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
"""


def page(title: str, parts: Sequence[str]) -> str:
    """A whole page."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def section(title: str, words: str, figure: str) -> str:
    """A heading, what to see, and the drawing."""
    return f"<h2>{escape(title)}</h2>\n<p>{escape(words)}</p>\n<figure>{figure}</figure>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table that scrolls by itself where it is too wide."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def order(k: int) -> str:
    """A seat counted from the one that decides first."""
    return "first seat" if k == 0 else f"{k} to its left"


def percent(e: Estimate) -> str:
    """A share with its interval."""
    return f"{e.value:.1%} ({e.low:.1%}–{e.high:.1%})"


def around(value: float, doubt: float, form: str = ".0f") -> str:
    """A number with half of its interval, or a question mark where nothing is known about that."""
    return f"{value:{form}} ± {doubt:.{form[-2]}f}" if isfinite(doubt) else f"{value:{form}} ± ?"


def _drawn(value: float, doubt: float) -> Estimate:
    return Estimate(value, value - doubt, value + doubt) if isfinite(doubt) else Estimate(value, value, value)


def arena_page(standings: Standings) -> str:
    """The report of an arena."""
    spec, players, results = standings.spec, standings.players, standings.results
    ranked = sorted(players, key=lambda player: -player.rating)
    names = [player.name for player in ranked]
    shares = [[standings.above(one, other) if one != other else None for other in names] for one in names]
    scores = {
        name: [r.scores[seat] for r in results for seat, player in enumerate(r.players) if player == name]
        for name in names
    }
    lengths = [r.decisions for r in results]
    rows = [
        (p.name, around(p.rating, p.doubt), str(p.matches), percent(p.win_share), f"{p.mean_rank.value:.2f}",
         around(p.margin.value, p.margin.high - p.margin.value, "+.1f"))
        for p in ranked
    ]  # fmt: skip
    return page(
        f"Arena: {spec.loaded_game.title}, {spec.seats} seats",
        [
            f"<p>{len(results)} matches on {len(standings.shuffles)} shuffles, each seen from every chair. "
            f"Searching players thought {spec.pace:g} of their time at a table. Intervals are of 95 % confidence, "
            "by how the shuffles differ.</p>",
            table(("player", "rating", "matches", "win share", "mean rank", "margin"), rows),
            section(
                "Ratings",
                "Plackett–Luce, all matches at once; 400 more is to rank above ten times as often as below. "
                "The line holds the true rating 95 times in 100; there is none if all was one shuffle.",
                plots.whiskers(
                    "Rating of each player",
                    [(p.name, _drawn(p.rating, p.doubt)) for p in ranked],
                ),
            ),
            section(
                "Who ranks above whom",
                "How often the player of the row ranked above the player of the column at the same table.",
                plots.matrix("Win matrix", names, [[cell.value if cell else None for cell in row] for row in shares]),
            ),
            section(
                "Seats",
                "How often the seat that decides first won, then the next, broken line: an even share.",
                plots.whiskers(
                    "Win share of each seat",
                    [(order(seat), e) for seat, e in enumerate(standings.seat_shares())],
                    percent=True,
                    mark=1 / spec.seats,
                ),
            ),
            section(
                "Length",
                f"Decisions: {min(lengths)} to {max(lengths)}, {sum(lengths) / len(lengths):.0f} on average.",
                plots.histogram("Decisions of a match", lengths),
            ),
            section(
                "Scores",
                "The box holds the middle half of a player's scores, the line nine tenths, the stroke is the median.",
                plots.boxes("Scores of each player", [(name, scores[name]) for name in names]),
            ),
        ],
    )
