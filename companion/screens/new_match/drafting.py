"""What a draft of a match says before the host is asked: names, who is known here, what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from pydantic import ValidationError

from companion.contract.offered import offered, ui_of
from companion.contract.snapshot import Draft, Snapshot
from companion.i18n import languages, translator
from companion.tables.opening.match_draft import Order, order_of
from companion.tables.opening.options import options_of
from companion.ui.fields.options import title_of
from companion.ui.fonts import check_entered
from companion.ui.look import Look
from companion.ui.phrases import game_name, games
from referee.core.games import GAMES
from referee.core.reading import MAX_NAME, name_key
from referee.core.values import Refused

SUGGESTED = 6
"""How many known players are offered."""
GROUPS = 2
"""How many groups that sat at one table are offered as a whole."""


class Trouble(NamedTuple):
    """Why the table cannot be opened. `certain` is False when asking the host once more may help."""

    words: str
    certain: bool


def seat_name(look: Look, names: Sequence[str], at: int, game: str = "") -> str:
    """Return the name of a seat; one that nobody typed is called by its role, or "Player 2"."""
    return names[at].strip() or hint_of(look, order_of(game, len(names)), at)


def hint_of(look: Look, order: Order, at: int) -> str:
    """Return what a seat is called while nobody has named it."""
    return look.t(f"new.role.{order.roles[at]}") if order.roles else look.t("app.player_n", n=at + 1)


def trouble(look: Look, draft: Draft) -> Trouble | None:
    """Return what keeps the table of a draft closed, or None."""
    t = look.t
    players = games()[draft.game].PLAYERS
    if len(draft.names) not in players:
        key = "app.new.players_range" if len(players) > 1 else "new.players_exact"
        named = game_name(look, draft.game)
        return Trouble(t(key, game=named, least=min(players), most=max(players), n=min(players)), True)
    called = [seat_name(look, draft.names, at, draft.game) for at in range(len(draft.names))]
    for name in called:
        try:
            check_entered(name)
        except Refused as refused:
            return Trouble(t(refused.reason, **refused.params), True)
    if len({name_key(name.strip()) for name in called}) < len(called):
        return Trouble(t("app.new.name_twice"), True)
    if draft.problem:
        return Trouble(t(draft.problem, most=MAX_NAME), False)
    words = unfit(look, draft)
    return Trouble(words, True) if words else None


def unfit(look: Look, draft: Draft) -> str:
    """Return which of a draft's options cannot be, in words; empty when all can."""
    for option in options_of(draft.game):
        counts = draft.options.get(option.key)
        if option.things and counts and sum(counts.values()) != option.total:
            title = title_of(look, draft.game, option)
            return look.t("new.sum_wrong", option=title, n=sum(counts.values()), all=option.total)
    try:
        GAMES[draft.game].OPTIONS.model_validate(dict(draft.options))
    except ValidationError as error:
        wrong = str(error.errors()[0]["loc"][0]) if error.errors()[0]["loc"] else ""
        titles = (title_of(look, draft.game, each) for each in options_of(draft.game) if each.key == wrong)
        return look.t("new.option_unfit", option=next(titles, look.t("app.new.options")))
    return ""


@cache
def _placeholders() -> frozenset[str]:
    """Return what seats are called in any language while nobody has named them: no people."""
    called = [translator(lang)("app.player_n", n=n) for lang in languages() for n in range(1, 11)]
    for lang in languages():
        for ui in map(ui_of, offered()):
            roles = {role for seats in range(1, 6) for role in ui.roles([f"p{n + 1}" for n in range(seats)], {})}
            called += [translator(lang)(f"new.role.{role}") for role in roles]
    return frozenset(map(name_key, called))


def known_groups(snap: Snapshot, least: int, most: int) -> tuple[tuple[str, ...], ...]:
    """Return whole tables of players whom this phone has seen in lists, most recent first, each group of people once.

    `least` and `most` are how many may play.
    """
    cards = [*snap.home, *(snap.history.matches if snap.history is not None else ())]
    tables = [tuple(seat.name.strip() for seat in card.seats if seat.name.strip()) for card in cards]
    found: dict[frozenset[str], tuple[str, ...]] = {}
    for table in tables:
        people = frozenset(map(name_key, table))
        if least <= len(people) == len(table) <= most and not people & _placeholders():
            found.setdefault(people, table)
    return tuple(found.values())[:GROUPS]


def known_names(snap: Snapshot) -> tuple[str, ...]:
    """Return players whom this phone has seen in lists and who have no seat in the draft yet, most recent first."""
    seen = [s.name for card in snap.home for s in card.seats]
    if snap.history is not None:
        seen += [s.name for card in snap.history.matches for s in card.seats]
        seen += [p.name for p in snap.history.players]
    taken = {name_key(name.strip()) for name in (snap.draft.names if snap.draft else ())} | _placeholders()
    fresh = {name_key(name.strip()): name for name in reversed(seen) if name_key(name.strip()) not in taken}
    return tuple(reversed(fresh.values()))[:SUGGESTED]
