"""Letters by SMTP."""

import smtplib
import ssl
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import make_msgid

from grognard.server.club.config import MailConfig
from grognard.server.club.models import OutboxRow

PATIENCE = 10.0
"""Seconds for each word with the mail server."""


class Mailer:
    """Hands letters to the mail server."""

    def __init__(self, config: MailConfig) -> None:
        self.config = config

    def __call__(self, letter: OutboxRow) -> None:
        """Raises ``OSError`` (which all faults of smtplib are) if it was not taken."""
        with self._connected() as server:
            if self.config.user:
                server.login(self.config.user, self.config.password)
            server.send_message(self._written(letter))

    def _connected(self) -> smtplib.SMTP:
        config = self.config
        if config.security == "tls":
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(config.host, config.port, timeout=PATIENCE, context=context)
        server = smtplib.SMTP(config.host, config.port, timeout=PATIENCE)
        if config.security == "starttls":
            server.starttls(context=ssl.create_default_context())
        return server

    def _written(self, letter: OutboxRow) -> EmailMessage:
        message = EmailMessage()
        message["From"], message["To"] = self.config.sender, Address(addr_spec=letter.address)
        message["Subject"] = " ".join(letter.subject.split())
        message["Message-ID"] = make_msgid(domain="grognard.invalid")
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(letter.body)
        return message
