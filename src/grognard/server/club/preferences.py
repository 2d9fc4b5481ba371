"""What somebody wants to hear of, and by which way."""

import msgspec

from grognard.server.club.models import AccountRow
from grognard.server.wire.club import Preferences


def of(account: AccountRow) -> Preferences:
    return msgspec.json.decode(account.wishes, type=Preferences)


def written(preferences: Preferences) -> str:
    return msgspec.json.encode(preferences).decode()
