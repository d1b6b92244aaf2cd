"""Recovery codes: what somebody can write down, to be known again on any device.

A code has a hundred random bits, written in Crockford's letters: no I, L, O or U, which are taken for others. Whoever
types them all the same is understood.
"""

from __future__ import annotations

import re
import secrets
import time

from sqlalchemy import Connection, delete, insert, select

from caravanserai.server.errors import Refused
from caravanserai.server.schema import recoveries
from caravanserai.server.storage import Storage, Write
from caravanserai.server.tickets import mark_of

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
GROUPS, GROUP = 5, 4
LOOKALIKES = str.maketrans("OIL", "011")


def new_code() -> str:
    """A code as it is written down."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))


def read_code(text: str) -> str:
    """A code as it was meant, whatever stands between its letters; refuses what cannot be one.

    >>> read_code("oi3m qx92-7k3mqx927k3m")
    '013M-QX92-7K3M-QX92-7K3M'
    """
    letters = re.sub(r"[\s\-_.]", "", text).upper().translate(LOOKALIKES)
    if len(letters) != GROUPS * GROUP or set(letters) - set(LETTERS):
        raise Refused("invalid", "code: that is none", f"{GROUPS * GROUP} letters and digits, as they were shown")
    return "-".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))


async def renew(storage: Storage, person: str) -> str:
    """A new code for somebody, in the place of the one they had; this is the only time that it is told."""
    code = new_code()

    def write(connection: Connection) -> None:
        connection.execute(delete(recoveries).where(recoveries.c.person == person))
        connection.execute(insert(recoveries).values(person=person, mark=mark_of(code), set_at=time.time()))

    await storage.write(Write(work=[write]))
    return code


async def remove(storage: Storage, person: str) -> None:
    """Have no code any more."""
    await storage.write(Write(statements=[delete(recoveries).where(recoveries.c.person == person)]))


async def owner(storage: Storage, text: str) -> str:
    """Whose code it is; refuses one that is nobody's."""
    c, code = recoveries.c, read_code(text)
    person: str | None = await storage.read(
        lambda q: q.execute(select(c.person).where(c.mark == mark_of(code))).scalar()
    )
    if person is None:
        raise Refused("not_found", "code: nobody has it", "the last code that was made")
    return person
