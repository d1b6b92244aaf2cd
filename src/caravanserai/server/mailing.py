"""Mailing: letters by SMTP, where whoever runs the server has named a mail server. Each says how to get no more."""

from __future__ import annotations

import asyncio
import logging
import re
import smtplib
import ssl
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, make_msgid, parseaddr
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

from caravanserai.kernel.errors import InvalidOption
from caravanserai.server.errors import Refused
from caravanserai.server.letters import Letter
from caravanserai.server.metrics import Metrics
from caravanserai.server.settings import Settings

SEND_SECONDS = 20
"""For each step of a talk with the mail server."""

MOST_AT_ONCE = 4
UNFOLDED = SMTP.clone(max_line_length=998)
"""Not every program that reads the header with the link puts it together again."""

MOST_EMAIL = 254
LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
EMAIL = re.compile(rf"[a-z0-9.!#$%&'*+/=?^_`{{|}}~-]{{1,64}}@(?:{LABEL}\.)+{LABEL}", re.IGNORECASE)
"""Addresses as HTML forms know them, without those that no mail from afar can reach."""

log = logging.getLogger("caravanserai.mailing")


@dataclass(frozen=True)
class MailServer:
    """Where letters are handed in."""

    host: str
    port: int
    encrypted: bool
    user: str | None
    password: str | None

    @property
    def near(self) -> bool:
        """Whether it is on this machine, so that nobody can listen in between."""
        try:
            return self.host == "localhost" or ip_address(self.host).is_loopback
        except ValueError:
            return False


def read_mail_server(text: str) -> MailServer:
    """A mail server from its address.

    >>> read_mail_server("smtps://ann:s%40fe@mail.example.org")
    MailServer(host='mail.example.org', port=465, encrypted=True, user='ann', password='s@fe')
    """
    try:
        parts = urlsplit(text)
        port = parts.port or (465 if parts.scheme == "smtps" else 587)
    except ValueError:
        parts, port = urlsplit(""), 0
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path not in ("", "/"):
        raise InvalidOption("CARAVANSERAI_SMTP: expected an address such as smtps://user:password@mail.example.org")
    user = unquote(parts.username) if parts.username else None
    password = unquote(parts.password) if parts.password else None
    return MailServer(parts.hostname, port, parts.scheme == "smtps", user, password)


def read_sender(text: str | None) -> Address:
    """Whom letters come from."""
    name, email = parseaddr(text or "")
    if not EMAIL.fullmatch(email):
        raise InvalidOption(
            "CARAVANSERAI_MAIL_FROM: expected whom letters come from, as in 'Caravanserai <tables@example.org>'"
        )
    return Address(display_name=name or "Caravanserai", addr_spec=email)


def check_email(email: str) -> str:
    """An address to which a letter can be sent; refuses anything else.

    >>> check_email("zoe@example.org")
    'zoe@example.org'
    """
    if len(email) > MOST_EMAIL or not EMAIL.fullmatch(email) or ".." in email.partition("@")[0]:
        raise Refused("invalid", "email: not an address that a letter can be sent to", "one as in zoe@example.org")
    return email


class Mailer:
    """Sends letters, in threads of their own."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._server = read_mail_server(settings.smtp) if settings.smtp else None
        self._metrics = metrics
        self._room = asyncio.Semaphore(MOST_AT_ONCE)
        self.url = (settings.address or "").rstrip("/")
        if self._server is not None:
            if not self.url:
                raise InvalidOption("CARAVANSERAI_SMTP: letters have links; expected --address too, as people know it")
            self._sender = read_sender(settings.mail_from)

    @property
    def offered(self) -> bool:
        """Whether letters can be sent at all."""
        return self._server is not None

    async def send(self, email: str, letter: Letter) -> bool:
        """Send a letter; whether the mail server took it."""
        assert self._server is not None
        sent = False
        try:
            async with self._room:
                await asyncio.to_thread(hand_in, self._server, envelope(self._sender, email, letter))
            sent = True
        except (OSError, smtplib.SMTPException) as problem:
            log.warning("a letter could not be sent: %s", type(problem).__name__)
        self._metrics.calls.labels("mail", "sent" if sent else "failed").inc()
        return sent


def envelope(sender: Address, email: str, letter: Letter) -> EmailMessage:
    """A letter as it is handed in, with the headers by which mail programs offer to get no more (RFC 8058)."""
    message = EmailMessage(UNFOLDED)
    message["From"], message["To"], message["Subject"] = sender, email, letter.subject
    message["Date"], message["Message-ID"] = format_datetime(localtime()), make_msgid(domain=sender.domain)
    message["Auto-Submitted"], message["Content-Language"] = "auto-generated", letter.words.language
    message["List-Unsubscribe"], message["List-Unsubscribe-Post"] = f"<{letter.leave}>", "List-Unsubscribe=One-Click"
    message.set_content(letter.as_text())
    message.add_alternative(letter.as_html(), subtype="html")
    return message


def hand_in(server: MailServer, letter: EmailMessage) -> None:
    """Give a letter to a mail server. Raises OSError or SMTPException."""
    secure = ssl.create_default_context()
    if server.encrypted:
        line: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=SEND_SECONDS, context=secure)
    else:
        line = smtplib.SMTP(server.host, server.port, timeout=SEND_SECONDS)
    with line as talk:
        if not server.encrypted:
            talk.ehlo()
            if talk.has_extn("starttls"):
                talk.starttls(context=secure)
                talk.ehlo()
            elif server.user is not None and not server.near:
                raise smtplib.SMTPNotSupportedError("it takes a password only in the clear")
        if server.user is not None:
            talk.login(server.user, server.password or "")
        talk.send_message(letter)
