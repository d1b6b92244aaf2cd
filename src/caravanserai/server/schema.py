"""The schema: the tables of the database. ``rows.py`` has a class for a row of each."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("nickname", String(24), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    # When whoever runs the house asked them to leave.
    Column("removed_at", Float),
    # From when until when their clocks of days stand still, and for how many days of which year they have.
    Column("vacation", JSON),
)

tickets = Table(
    "tickets",
    metadata,
    # Of the secret that its owner has; the secret itself is nowhere here.
    Column("mark", String(64), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), index=True),
    Column("expires_at", Float, nullable=False, index=True),
    Column("used_at", Float),
)
"""Secrets that are good once and for a short time; kept for a day longer, to be able to say that they were used."""

recoveries = Table(
    "recoveries",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("mark", String(64), nullable=False, unique=True),
    Column("set_at", Float, nullable=False),
)
"""Recovery codes, as marks that tell nothing of them."""

passkeys = Table(
    "passkeys",
    metadata,
    # The credential's own id may be long, so rows are found by its mark.
    Column("mark", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("credential", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    # The host name for which it was made: browsers offer it nowhere else.
    Column("site", String(255), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("used_at", Float),
)

departed = Table(
    "departed",
    metadata,
    Column("mark", String(64), primary_key=True),
    Column("at", Float, nullable=False),
)
"""Marks of people who have left for good: their cookies, wherever they still are, are nobody's."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("invite", String(32), nullable=False),
    Column("creator", ForeignKey("people.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("edition", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("turn_seconds", Integer),
    Column("window_seconds", Integer),
    # A time for the whole match, and what is added to it for each turn, in place of a time for each decision.
    Column("bank_seconds", Integer),
    Column("increment_seconds", Integer, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("free_talk", Boolean, nullable=False),
    # Whether whoever was let in may take a bot's seat while the match goes on.
    Column("bots_open", Boolean, nullable=False),
    # Whether the match was played on somebody's device, at least at first: they know its seed, so it counts for nobody.
    Column("brought", Boolean, nullable=False),
    Column("stand_in", String(40), nullable=False),
    Column("status", String(10), nullable=False),
    # Raised by every write; and the version of the game's rules under which the match was dealt.
    Column("version", Integer, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seed", String(64)),
    Column("outcome", JSON),
    # Who wants to play again, the table where they do, and how the matches before this one of the series ended.
    Column("again", JSON),
    Column("rematch", String(12)),
    Column("series", JSON),
    # Who wants a bot to play for somebody who is not there.
    Column("vote", JSON),
    Column("created_at", Float, nullable=False),
    Column("started_at", Float),
    # Since when the table waits for those who must decide.
    Column("turn_at", Float),
    Column("ended_at", Float),
    # Each seat's clock, as all see it; and when the server must next look at the table by itself.
    Column("clocks", JSON, nullable=False),
    # Seats for whom clocks stand still, or have stood: since when, and for how long they still may.
    Column("pauses", JSON, nullable=False),
    # People who are asked: in which turn, since when, and whether they have answered, which nobody is told.
    Column("asked", JSON),
    # What is left of each seat's time for the whole match; and seats whose people are on vacation, until when.
    Column("banks", JSON, nullable=False),
    Column("vacations", JSON, nullable=False),
    Column("due_at", Float, index=True),
    # The server process that looks after what is due, where several share the database.
    Column("keeper", String(24)),
    Index("tables_lobby", "public", "status", "created_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", ForeignKey("people.id"), index=True),
    Column("nickname", String(24)),
    Column("level", String(40)),
    Column("stand_in", Boolean, nullable=False),
    Column("resigned", Boolean, nullable=False),
)

moves = Table(
    "moves",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("move", String(200), nullable=False),
    Column("key", String(64)),
    Column("at", Float, nullable=False),
    Index("moves_key", "table_id", "seat", "key", unique=True),
)
"""All that was decided, in order, each as its text: action numbers change with the rules, texts seldom do."""

notices = Table(
    "notices",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("after", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("at", Float, nullable=False),
)
"""What happened to seats during the match, each after so many entries of its moves: who plays them."""

talk = Table(
    "talk",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("nickname", String(24), nullable=False),
    Column("phrase", String(40)),
    Column("text", String(300)),
    Column("at", Float, nullable=False),
    # Who said it; nobody who is still here, if it is not known any more.
    Column("person", String(32), index=True),
    # Whether it was said among those who look on, which players hear when the match is over.
    Column("aside", Boolean),
)

mutes = Table(
    "mutes",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("muted", String(32), primary_key=True, index=True),
)
"""Whom each person does not want to hear."""

reports = Table(
    "reports",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("at", Float, nullable=False, index=True),
    # Nobody, once they have left.
    Column("reporter", String(32), index=True),
    Column("table_id", String(12), nullable=False),
    Column("number", Integer, nullable=False),
    # The lines before it, and last the one that is out of place.
    Column("lines", JSON, nullable=False),
    Column("settled_at", Float),
    Index("reports_line", "table_id", "number", unique=True),
)
"""What was said at tables and somebody found out of place; they outlive their tables."""

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    # The version of the rules whose actions it names.
    Column("rules", Integer, nullable=False),
    Column("found", JSON, nullable=False),
    Column("at", Float, nullable=False),
)
"""What search thinks of finished matches: made here, or in the browser of somebody who looked at one."""

results = Table(
    "results",
    metadata,
    Column("table_id", String(12), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", String(40), nullable=False),
    Column("person", String(32), index=True),
    Column("nickname", String(24)),
    Column("level", String(40)),
    Column("rank", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("public", Boolean, nullable=False),
    # Whether it says something about the person: not if a bot mostly played for them.
    Column("counted", Boolean, nullable=False),
)
"""How finished matches ended; they outlive their tables."""

ratings = Table(
    "ratings",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("who", String(48), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("played", Integer, nullable=False),
)

contacts = Table(
    "contacts",
    metadata,
    Column("person", ForeignKey("people.id"), primary_key=True),
    # When they want to be called to a table that waits for them.
    Column("how", String(10), nullable=False),
    Column("language", String(10), nullable=False),
    # The second of the day, in UTC, at which a digest is due.
    Column("morning", Integer, nullable=False),
    Column("email", String(254), index=True),
    # What the links in letters to that address carry; when it was asked whether it is theirs, and when they said so.
    Column("token", String(32), unique=True),
    Column("asked_at", Float),
    Column("confirmed_at", Float),
)
"""How people who asked for it are called to tables that wait for them."""

subscriptions = Table(
    "subscriptions",
    metadata,
    # A hash of the address, which is too long for an index.
    Column("id", String(64), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    # The public key of ours that the browser was given.
    Column("server_key", String(100), nullable=False),
    # Who we say we are to the push service.
    Column("origin", String(200), nullable=False),
    Column("created_at", Float, nullable=False),
)
"""Browsers that let us wake them (Web Push)."""

calls = Table(
    "calls",
    metadata,
    Column("table_id", String(12), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("turn", String(24), nullable=False),
    Column("claimed_at", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("settled_at", Float),
)
"""To which turn at a table somebody was called last, or saw it without that. A claim that is not settled in time was
lost with its process."""

health = Table("health", metadata, Column("id", Integer, primary_key=True), Column("at", Float, nullable=False))
"""One row, written to see whether anything can be."""

processes = Table(
    "processes",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("host", String(100), nullable=False),
    Column("pid", Integer, nullable=False),
    # Marks of the keys it knows: servers of one house have one in common.
    Column("marks", JSON, nullable=False),
    Column("seen_at", Float, nullable=False),
)
"""The server processes that share the database; one that has not been seen for some seconds is taken to be dead."""

presence = Table(
    "presence",
    metadata,
    Column("process", String(24), primary_key=True),
    Column("table_id", String(12), primary_key=True, index=True),
    Column("person", String(32), primary_key=True),
)
"""Who looks at which table by way of which process."""

orders = Table(
    "orders",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("args", JSON, nullable=False),
    Column("at", Float, nullable=False),
    # The server that does it, when it was done, and what came of it.
    Column("taken_by", String(32)),
    Column("done_at", Float),
    Column("result", Text),
    Column("problem", String(500)),
)
"""What whoever runs the house wants done: see orders.py."""

# What is thought about, shared with helpers: on PostgreSQL only, where it is not even logged. See queueing.py.

thinkers = Table(
    "thinkers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("workers", Integer, nullable=False),
    Column("codes", Text, nullable=False),
    Column("seen_at", Float, nullable=False),
)
"""Processes that do jobs, servers and helpers, each with the codes it has and its last heartbeat."""

jobs = Table(
    "jobs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("key", String(64), nullable=False, unique=True),
    Column("kind", String(10), nullable=False),
    Column("game", String(40), nullable=False),
    Column("code", String(60), nullable=False),
    Column("seconds", Float, nullable=False),
    Column("question", Text, nullable=False),
    # By which thinker it is done, and whose turn that was; whether helpers cannot do it.
    Column("taken_by", String(32)),
    Column("served_for", String(32)),
    Column("refused", Boolean, nullable=False),
    Column("answered_at", Float),
    Column("result", Text),
    Column("problem", String(200)),
)
"""What is to be thought about, or was, until all who asked for it know the answer."""

job_askers = Table(
    "job_askers",
    metadata,
    Column("job", String(32), primary_key=True),
    Column("server", String(32), primary_key=True),
    Column("owner", String(32), primary_key=True),
    Column("asked_at", Float, nullable=False),
)
"""Who waits for a job: an owner, at a server."""

job_turns = Table(
    "job_turns",
    metadata,
    Column("owner", String(32), primary_key=True),
    Column("served_at", Float, nullable=False),
)
"""When an owner's job was last begun."""
