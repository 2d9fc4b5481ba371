"""Which answer each endpoint gives."""

from typing import Any

from grognard.server.wire import briefings, club, games, live, play, shelf, staff, state, tables
from grognard.server.wire.base import Refusal

ANSWERS: dict[str, Any] = {
    "GET /api/about": shelf.About,
    "GET /api/texts": shelf.Texts,
    "GET /api/boxes": shelf.Boxes,
    "GET /api/boxes/{id}/briefings": briefings.Briefings,
    "GET /api/boxes/{id}/rules": shelf.Rules,
    "GET /api/boxes/{id}/rules/{number}": shelf.RuleCases,
    "GET /api/tables/{box}/{scenario}/{options}": tables.Table,
    "GET /api/tables/{box}/{scenario}/{options}/faces.json": tables.Faces,
    "GET /api/tables/{box}/{scenario}/{options}/hexes/{map}/{hex}": tables.HexFacts,
    "GET /api/games": games.Games,
    "POST /api/games": games.Game,
    "POST /api/games/import": games.Game,
    "GET /api/games/{id}": games.Game,
    "PATCH /api/games/{id}": games.Game,
    "POST /api/games/{id}/fork": games.Game,
    "GET /api/games/{id}/talk": live.TalkEvent,
    "GET /api/games/{id}/notepad": live.Notepad,
    "POST /api/games/{id}/invite": games.Invitation,
    "POST /api/games/{id}/uninvite": games.Game,
    "POST /api/join/look": games.Asked,
    "POST /api/join": games.Joined,
    "GET /api/games/{id}/state": state.State,
    "GET /api/games/{id}/log": state.LogPart,
    "POST /api/games/{id}/act": state.State,
    "POST /api/games/{id}/roll": state.State,
    "POST /api/games/{id}/undo": state.State,
    "POST /api/games/{id}/lesson/show": state.State,
    "POST /api/games/{id}/lesson/leave": state.State,
    "POST /api/games/{id}/check": play.Check,
    "POST /api/games/{id}/preview": play.Preview,
    "POST /api/games/{id}/odds": play.OddsAnswer,
    "POST /api/games/{id}/pointed": play.Pointed,
    "POST /api/games/{id}/hints": staff.Hints,
    "GET /api/games/{id}/course": staff.Course,
    "GET /api/games/{id}/replay": play.Past,
    "GET /api/games/{id}/replay/{stop}": play.Stop,
    "GET /api/people/me": club.Visitor,
    "POST /api/people/sign-up": club.Visitor,
    "POST /api/people/sign-in": club.Visitor,
    "GET /api/people/me/browsers": club.Browsers,
    "GET /api/club/challenges": club.Challenges,
    "POST /api/club/challenges": club.Begun,
    "POST /api/club/challenges/{challenge}/accept": club.Begun,
    "GET /api/club/matches": club.MatchLines,
    "GET /api/club/running": club.MatchLines,
    "GET /api/club/players/{name}": club.Profile,
    "GET /api/club/bonds": club.Acquaintances,
    "GET /api/club/notices": club.NoticeLines,
    "GET /api/club/preferences": club.Preferences,
    "GET /api/games/{id}/match": club.Match,
    "POST /api/games/{id}/rematch": club.Begun,
    "error": Refusal,
}
"""Every endpoint that answers in JSON, and what any answer from 400 up is."""
EVENTS = live.LiveMessage
"""What comes over a websocket, and as the answer to a deed of somebody who says what state he
has."""
