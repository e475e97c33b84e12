"""Rules that both sides share: the alert, discovery and hiding, guard figures, wounds and death."""

from __future__ import annotations

from collections import Counter

from referee.core.base import replace
from referee.core.values import Notice
from referee.scorpion.cards import minus, plus
from referee.scorpion.options import Options
from referee.scorpion.parts import Patrol, Splitting
from referee.scorpion.secrecy import publish
from referee.scorpion.state import (
    DEADLY,
    LAST_RETURN,
    LIMIT,
    NO_CARD,
    OF_A_WEAPON,
    Character,
    Figure,
    State,
    Stock,
    character,
    in_play,
    intruders_at,
    known_as,
    patrol_of,
    stock,
    two_guard_players,
    watchful_at,
    with_character,
    with_stock,
)

ROLES = ("sword", "spear")


def own_share(roles: tuple[str, ...]) -> tuple[int, int]:
    """Return how many of the cards were the sword's and the spear's, the default shares (OP-22)."""
    return roles.count("sword"), roles.count("spear")


def to_share(state: State) -> Splitting | None:
    """Return the wound cards that two guard players are asked to share, the latest first, or `None`."""
    return next((asked for asked in reversed(state.pending) if isinstance(asked, Splitting)), None)


def give_back(state: State, asked: Splitting, shares: tuple[int, int]) -> State:
    """Put wound cards on the discard piles; a card may thus change its owner (SCORPION-20.5).

    If the piles have been shuffled into the decks meanwhile, the cards go there (10.2).
    """
    had = Counter(asked.roles)
    for role, n in zip(ROLES, shares, strict=True):
        one = stock(state, role)
        more = n - had[role]
        lies = {"deck_size": one.deck_size + n} if asked.late else {"discard": plus(one.discard, ("kenjutsu",) * n)}
        state = with_stock(state, role, size=one.size + more, listed=_listed(one, more), **lies)
    return state


def all_late(state: State) -> State:
    """Mark waiting wound cards as late, because the discard piles are shuffled into the decks (SCORPION-10.2)."""
    waiting = (replace(asked, late=True) if isinstance(asked, Splitting) else asked for asked in state.pending)
    return replace(state, pending=tuple(waiting))


def coming_late(state: State) -> int:
    """Return the number of wound cards that will still go into the decks before anything is drawn."""
    return sum(len(asked.roles) for asked in state.pending if isinstance(asked, Splitting) and asked.late)


def _listed(one: Stock, more: int) -> tuple[str, ...] | None:
    if one.listed is None or not more:
        return one.listed
    if more > 0:
        return plus(one.listed, ("kenjutsu",) * more)
    return minus(one.listed, ("kenjutsu",) * min(-more, one.listed.count("kenjutsu")))


def all_home(state: State) -> State:
    """Return all waiting wound cards to their owners at the end of the match, when nobody is asked any more (OP-22)."""
    for asked in state.pending:
        if isinstance(asked, Splitting):
            state = give_back(state, asked, own_share(asked.roles))
    return state


HIGH = 3

# The alert (SCORPION-8)


def raise_alert(state: State, told: list[Notice], by: int | str, clause: str, cause: str) -> State:
    """Raise the alert by 1 to 3 levels, or to the maximum for `high`, and tell it (SCORPION-8.2, 8.3)."""
    amount = HIGH if by == "high" else int(by)
    if not amount:
        return state
    before, after = state.alert, min(HIGH, state.alert + amount)
    return publish(replace(state, alert=after), told, "alert_raised", clause, cause=cause, before=before, after=after)


# Discovery and hiding (SCORPION-21)


def name_lone_wolf(state: State, who: str, told: list[Notice]) -> State:
    """Make a hidden lone wolf's character public, which a card or the wounds have shown (SCORPION-29.3, OP-29)."""
    if state.identity_public:
        return state
    return publish(replace(state, identity_public=True), told, "lone_wolf_named", "SCORPION-29.3", intruder=who)


def discover(state: State, who: str, told: list[Notice], clause: str, **how: str) -> State:
    """Place an intruder's figure where the intruder is, and set the alert to high (SCORPION-21.1, 21.2, 21.4, 21.8).

    `how` is recorded with the event, where the clause alone does not show the cause.
    """
    if state.options.lone_reveal == "first_card_or_seen":
        state = name_lone_wolf(state, who, told)
    found = character(state, who)
    state = with_character(state, who, visible=True, decoy=0)
    state = publish(state, told, "discovered", clause, intruder=known_as(state, who), zone=found.zone, **how)
    return raise_alert(state, told, "high", clause, "discovered")


def guards_enter(
    state: State, zone: str, told: list[Notice], clause: str = "SCORPION-21.1", owner: str | None = None
) -> tuple[State, bool]:
    """Discover every intruder, visible or not, in a zone or passage that guards have entered (Q5).

    In the passage of a rival, its `owner`, the other is not met (SCORPION-30.6).
    """
    found = [one for one in intruders_at(state, zone) if owner in (None, one.who)]
    for one in found:
        state = discover(state, one.who, told, clause)
    return state, bool(found)


def is_watched(state: State, one: Character) -> bool:
    """Tell whether guards who would notice are with an intruder, not in a rival's passage (SCORPION-21.9, 30.6)."""
    return one.zone is not None and any(g.inside in (None, one.who) for g in watchful_at(state, one.zone))


def unseen_among_guards(options: Options) -> bool:
    """Tell whether an option lets an intruder be unseen among able guards (SCORPION-6.5, 19.6, OP-12, OP-17)."""
    return (
        options.shadow_walk_stop == "yes"
        or options.ninja_start_guarded == "hidden"
        or options.placement_discovers == "no"
    )


def hide(state: State, who: str, told: list[Notice]) -> State:
    """Hide a visible intruder; the alert stays (SCORPION-21.5, 21.6)."""
    if not character(state, who).visible:
        return state
    state = with_character(state, who, visible=False)
    return publish(state, told, "lost_sight", "SCORPION-21.5", intruder=known_as(state, who))


def hide_where_unguarded(state: State, zone: str, told: list[Notice]) -> State:
    """Hide the intruders in a zone whose last guard they have removed (SCORPION-21.5)."""
    for one in intruders_at(state, zone):
        if not is_watched(state, one):
            state = hide(state, one.who, told)
    return state


def rehide_when_alone(state: State, told: list[Notice]) -> State:
    """Hide, by option, the visible intruders without guards in their zone (SCORPION-21.7, OP-18)."""
    if state.options.rehide_when_alone == "yes":
        for one in in_play(state):
            if one.visible and not is_watched(state, one):
                state = hide(state, one.who, told)
    return state


# Guard figures


def free_id(state: State) -> str:
    used = {f.id for f in state.figures}
    return next(id for n in range(1, LIMIT + 1) if (id := f"g{n:02}") not in used)


def is_board_full(state: State) -> bool:
    """Tell whether the maximum number of figures is reached (SCORPION-24.1)."""
    return len(state.figures) >= LIMIT


def weapon_left(state: State, weapon: str) -> str:
    """Return the wanted weapon, or the other one if its ten figures are all in use (SCORPION-1.2, OP-38).

    A drunk guard's own figure is back in the supply, since a drunk figure replaces it.
    """
    used = sum(f.weapon == weapon and f.drunk is None for f in state.figures)
    if used < OF_A_WEAPON:
        return weapon
    return "spear" if weapon == "sword" else "sword"


def add_guard(state: State, zone: str, weapon: str, **flags: object) -> tuple[State, Figure]:
    placed = Figure(free_id(state), zone, weapon_left(state, weapon), **flags)  # type: ignore[arg-type]
    return replace(state, figures=(*state.figures, placed)), placed


def leave_patrol(state: State, id: str) -> State:
    """Remove a guard from a patrol; the last remaining member becomes a sentry (SCORPION-7.3, 7.12)."""
    patrol = patrol_of(state, id)
    if patrol is None:
        return state
    rest = tuple(m for m in patrol.members if m != id)
    kept = (replace(patrol, members=rest),) if len(rest) > 1 else ()
    return replace(state, patrols=(*(p for p in state.patrols if p is not patrol), *kept))


def remove_guard(state: State, id: str) -> State:
    """Remove a guard from the map: killed, or moved elsewhere when all figures are in use."""
    state = leave_patrol(state, id)
    return replace(state, figures=tuple(f for f in state.figures if f.id != id))


def form_patrol(state: State, members: tuple[str, ...], behind: str | None) -> State:
    """Form a patrol of some guards in a zone, regardless of their former units (SCORPION-7.6, 7.7)."""
    for id in members:
        state = leave_patrol(state, id)
    return replace(state, patrols=(*state.patrols, Patrol(tuple(sorted(members)), behind)))


def move_guards(state: State, members: tuple[str, ...], zone: str) -> State:
    """Move figures one zone; a guard who leaves the barracks after waking frees its place there (OP-26)."""
    some = frozenset(members)
    moved = (
        replace(f, zone=zone, moved=True, woke_in=None if f.woke_in != zone else f.woke_in) if f.id in some else f
        for f in state.figures
    )
    return replace(state, figures=tuple(moved))


# Wounds and death (SCORPION-22.9 to 22.13, 23)


def wound(state: State, who: str, role: str, told: list[Notice]) -> State:
    """Wound an intruder by a Kenjutsu card of `role`; the last wound kills (SCORPION-22.9 to 22.12)."""
    hurt = character(state, who)
    wounds = (*hurt.wounds, role)
    state = with_character(state, who, wounds=wounds)
    state = publish(state, told, "wounded", "SCORPION-22.9", intruder=known_as(state, who), wounds=len(wounds))
    if len(wounds) < DEADLY[who]:
        # Only the Ninja survives a second wound (OP-29).
        return name_lone_wolf(state, who, told) if len(wounds) >= DEADLY["traitor"] else state
    return dies(state, who, told)


def dies(state: State, who: str, told: list[Notice]) -> State:
    """Remove a dead intruder; the first death in turns 1 to 10 was a decoy's (SCORPION-22.11, 22.12, 23.1, 23.2)."""
    state = replace(state, identity_public=True)
    lost = character(state, who)
    comes_back = state.turn <= LAST_RETURN and lost.life == 1
    state = with_character(
        state,
        who,
        status="due" if comes_back else "dead",
        zone=None,
        visible=False,
        wounds=(),
        died=state.turn,
        noise=0,
        decoy=0,
    )
    state = publish(state, told, "died", "SCORPION-22.11", intruder=who, returns=comes_back)
    return wound_cards_back(state, lost.wounds)


def wound_cards_back(state: State, roles: tuple[str, ...]) -> State:
    """Return wound cards to the discard pile; two guard players choose whose (SCORPION-20.4, 20.5, 22.12, 22.13)."""
    roles = tuple(role for role in roles if role != NO_CARD)
    if not roles:
        return state
    if two_guard_players(state):
        return replace(state, pending=(*state.pending, Splitting(roles)))
    mine = stock(state, roles[0])
    return with_stock(state, mine.role, discard=plus(mine.discard, ["kenjutsu"] * len(roles)))
