"""The shell's screens: home, a new match, the lobby, the curtain, rules, log, history, settings, what is lost."""

from __future__ import annotations

import base64
from dataclasses import replace
from functools import partial

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import (
    Address,
    Draft,
    History,
    MatchCard,
    MatchInfo,
    PlayerStat,
    RewrittenPast,
    SeatInfo,
    Snapshot,
)
from companion.screens.lost import REWRITTEN
from companion.tables.views import Views
from companion.ui import qr
from companion.ui.theme import Look
from referee.core.games import GAMES
from referee.core.journal import LogLine, Match, begin
from referee.core.values import PUBLIC, Prompt, Refused, Ruling, Seat
from tests.shots.scenes import Scene, from_snapshot

NAMES = {"en": ("Aki", "Ben", "Chie", "Dai"), "ja": ("アキ", "ベン", "チエ", "ダイ")}
DAYS = {"en": ("14 Nov", "13 Nov"), "ja": ("11月14日", "11月13日")}
LONG = {
    "en": ("Maximiliana-Theodora von Hohenstein-Gera", "Ben", "Bartholomew Featherstonehaugh the Third", "Dai", "Eri"),
    "ja": (
        "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末",
        "ベン",
        "ウィリアム・シェイクスピア三世閣下",
        "ダイ",
        "エリ",
    ),
}
URL = "http://192.168.1.23:8550/m/k3m9wq7x"
ADDRESSES = (
    Address(URL, "192.168.1.23:8550/m/k3m9wq7x"),
    Address("http://10.42.0.1:8550/m/k3m9wq7x", "10.42.0.1:8550/m/k3m9wq7x"),
    Address("http://karesansui.local:8550/m/k3m9wq7x", "karesansui.local:8550/m/k3m9wq7x"),
)
CODE = "data:image/png;base64," + base64.b64encode(qr.png(URL)).decode()


def seats(lang: str, *presences: str, mine: tuple[int, ...] = (0,), long: bool = False) -> tuple[SeatInfo, ...]:
    """Return seats with these presences, in turn order; `mine` are the places of this phone's."""
    names = (LONG if long else NAMES)[lang]
    return tuple(
        SeatInfo(f"p{n + 1}", names[n], presence, {"asleep": 2, "gone": 14}.get(presence, 0), mine=n in mine)  # type: ignore[arg-type]
        for n, presence in enumerate(presences)
    )


def card(lang: str, **changes: object) -> MatchCard:
    """Return a running match in a list."""
    whole = MatchCard(
        "k3m9wq7x",
        "shinobazu",
        "plays",
        "running",
        seats(lang, "here", "here", "asleep", "gone"),
        "20:12",
        ("p1",),
        True,
        host=True,
        reached=(("set", 2), ("round", 1)),
    )
    return replace(whole, **changes)  # type: ignore[arg-type]


def info(lang: str, *presences: str, **changes: object) -> MatchInfo:
    """Return a match as everybody sees it."""
    mine = changes.pop("mine", (0,))
    long = changes.pop("long", False)
    whole = MatchInfo(
        "k3m9wq7x",
        "shinobazu",
        "plays",
        {"depth": "plays"},
        "lobby",
        seats(lang, *presences, mine=mine, long=bool(long)),
        "20:12",  # type: ignore[arg-type]
    )
    return replace(whole, **changes)  # type: ignore[arg-type]


def home(lang: str, cards: int = 1) -> Snapshot:
    """Return home with so many running matches."""
    every = (
        card(lang),
        card(
            lang,
            code="b",
            seats=seats(lang, "here", "free", "free", mine=()),
            status="lobby",
            when="21:40",
            reached=(),
            my_seats=(),
            asks_me=False,
            host=False,
        ),
        card(
            lang,
            code="c",
            seats=seats(lang, "here", "here", "asleep", "gone", "here", mine=(1, 4), long=True),
            my_seats=("p2", "p5"),
            asks_me=True,
            when=DAYS[lang][0],
        ),
    )
    return Snapshot("home", home=every[:cards], hosted=True, totals=(42, 9) if cards else (0, 0))


def lobby(lang: str, *presences: str, role: str = "seat", host: bool = True, **changes: object) -> Snapshot:
    """Return the lobby with these presences."""
    gm = changes.pop("gm", None)
    match = info(lang, *presences, **changes)
    if gm:
        match = replace(match, gm=SeatInfo("gm", "gm", "free"), game_master="referee")
    mine = tuple(s.seat for s in match.seats if s.mine)
    return Snapshot(
        "lobby",
        role if mine or role != "seat" else "guest",
        mine[0] if mine else "",
        match,
        host,  # type: ignore[arg-type]
        my_seats=mine,
        addresses=ADDRESSES,
        qr_png=CODE,
    )


def played(lang: str) -> Match:
    """Return a match in its first round, with a declaration taken back and a house ruling."""
    match = begin(GAMES["shinobazu"], {}, [Seat(seat=f"p{n + 1}", name=name) for n, name in enumerate(NAMES[lang])])
    hand = {"type": "enter_hand", "cards": ["red 5", "black -3", "blue 1"]}
    for seat, move in (
        ("p1", hand),
        ("p1", {"type": "lead", "to": "p1", "colour": "red", "card": "red 5"}),
        ("p2", {"type": "lay", "to": "p3"}),
        ("p3", {"type": "declare", "choice": "pass"}),
        ("p3", {"type": "lay", "to": "p2"}),
    ):
        match, ruling = match.declare(seat, move, "ab" * 16)
        assert ruling.upheld, ruling
    from referee.core.acts import HouseRuling, Undo

    match, _ = match.act("p3", Undo())
    match, _ = match.act("gm", HouseRuling(adjust={"points": {"p4": 1}}, note="Dai looked at a card"))
    match, _ = match.declare("p3", {"type": "lay", "to": "p2"}, "cd" * 16)
    return match


def log(lang: str, lines: int = 0) -> Snapshot:
    """Return the log, repeated up to so many lines."""
    told: tuple[LogLine, ...] = played(lang).log(PUBLIC)
    many = tuple(told[n % len(told)].model_copy(update={"number": n + 1}) for n in range(lines)) if lines else told
    counts = tuple((line, tuple(at.items())) for line, at in played(lang).counts(PUBLIC))
    match = info(lang, *["here"] * 4, status="running")
    return Snapshot("log", "seat", "p1", match, log=many, counts=counts, my_seats=("p1",))


def log_wrong(lang: str, line: int) -> Snapshot:
    """Return the log of a match that goes on, with what can be done about an entry; 0 for none."""
    views = Views(played(lang))
    return replace(log(lang), correctable=views.correctable(), wrong=views.entry(line) if line else None)


def corrects(lang: str, **act: object) -> Snapshot:
    """Return the question whether an entry shall be corrected so."""
    match, _ = played(lang).act("p1", {"type": "correct", "number": 2, **act})
    return playing(lang, prompts=match.prompts("p2"), viewer="p2", my_seats=("p2",))


def lost_seat(lang: str) -> Snapshot:
    """Return the question whether the seat of a phone that is gone is freed."""
    match = info(lang, "here", "here", "gone", "here", status="running")
    seats = tuple(replace(each, away=14, freeing=("p2",)) if each.presence == "gone" else each for each in match.seats)
    return playing(lang, match=replace(match, seats=seats), my_seats=("p1",))


def rewritten(lang: str, *found: object, **more: object) -> Snapshot:
    """Return the log of a match whose past was changed."""
    return replace(log(lang), rewritten=RewrittenPast(*found, at="21:14", **more))  # type: ignore[arg-type]


def history(lang: str, **changes: object) -> Snapshot:
    """Return a history with players of every kind."""
    names = NAMES[lang]
    players = (
        PlayerStat(names[2], 13, 31),
        PlayerStat(names[0], 13, 38),
        PlayerStat(names[1], 10, 36),
        PlayerStat(names[3], 3, 17),
        PlayerStat(LONG[lang][0], 1, 1),
    )
    ended = (
        card(lang, status="ended", winners=(names[1], names[2]), points=(0, 0), when="20:12"),
        card(lang, status="ended", winners=(names[3],), points=(1,), when=DAYS[lang][0]),
        card(lang, status="ended", winners=LONG[lang][:3:2], points=(2, 2), when=DAYS[lang][1]),
    )
    past = History("", ended * 5, players, 42, 9, 1890)
    return Snapshot("history", history=replace(past, **changes))  # type: ignore[arg-type]


def playing(lang: str, **changes: object) -> Snapshot:
    """Return a match that goes on, with what lies over it."""
    whole = Snapshot("log", "seat", "p1", info(lang, *["here"] * 4, status="running"), log=played(lang).log(PUBLIC))
    return replace(whole, **changes)  # type: ignore[arg-type]


def refusal(lang: str) -> Snapshot:
    """Return a refusal."""
    return playing(
        lang,
        refusal=Ruling.refusal(Refused("SHINOBAZU-3.4", "shinobazu.front_occupied", seat="p3")),
        refused_move={"type": "lay", "to": "p3"},
    )


def proposal(lang: str) -> Snapshot:
    """Return the question about a house ruling."""
    params = {
        "actor": "p2",
        "seat": "p2",
        "move": {"type": "lay", "to": "p3"},
        "adjust": None,
        "note": "Chie took it back",
    }
    return playing(lang, prompts=(Prompt(seat="p1", ask="table.consent", params=params),))


def each(make: object, *args: object, **kwargs: object) -> dict[str, Snapshot]:
    """Return a snapshot a language."""
    return {lang: make(lang, *args, **kwargs) for lang in ("en", "ja")}  # type: ignore[operator]


def shot(name: str, snapshots: dict[str, Snapshot] | Snapshot, **changes: object) -> Scene:
    """Return the scene of a snapshot."""
    return Scene(name, partial(from_snapshot, snapshots), **changes)  # type: ignore[arg-type]


def new(names: tuple[str, ...] | None = None, **changes: object) -> dict[str, Snapshot]:
    """Return the screen on which a match is set up."""
    return {
        lang: Snapshot(
            "new",
            draft=Draft(**{"game": "shinobazu", "names": names or NAMES[lang], **changes}),
            home=home(lang, 3).home,
        )  # type: ignore[arg-type]
        for lang in ("en", "ja")
    }


def opened_rules(look: Look, actions: Actions) -> ft.Control:
    """Two groups of clauses, one unfolded."""
    from companion.screens.rules import group_panel
    from companion.ui import app_bar, screen
    from companion.ui.overlays import grouped

    groups = grouped(look, "shinobazu")[5:8]
    return screen(
        look,
        bar=app_bar(look, look.t("app.rules.title")),
        content=[group_panel(look, actions, g, n < 1, actions.pages.back, "shinobazu") for n, g in enumerate(groups)],
        dock=None,
    )


def addresses(look: Look, actions: Actions) -> ft.Control:
    """The sheet with every address."""
    from companion.screens.lobby_sheets import addresses_sheet

    return addresses_sheet(look, ADDRESSES, actions.pages.dismiss)


def leaving(look: Look, actions: Actions) -> ft.Control:
    """The sheet that asks for a PIN before a seat is left, on the host's phone."""
    from companion.screens.lobby_sheets import leave_sheet

    lobby_acts = actions.lobby
    return leave_sheet(look, "p1", NAMES[look.lang][0], lobby_acts.leave, lobby_acts.free, actions.pages.dismiss)


def pin_of_before(look: Look, actions: Actions) -> ft.Control:
    """The sheet that asks for the PIN that is set before it is changed."""
    from companion.screens.lobby_sheets import pin_sheet

    return pin_sheet(look, "p1", NAMES[look.lang][0], True, actions.sharing.set_pin, actions.pages.dismiss)


def options(look: Look, actions: Actions) -> ft.Control:
    """The house rules, unfolded."""
    from companion.screens.new_match import house_rules
    from companion.ui import app_bar, screen

    changed = (("duel_lead", "loser_names"), ("refused_shown", "yes"))
    return screen(
        look,
        bar=app_bar(look, look.t("app.new.title")),
        content=[house_rules(look, actions, "shinobazu", changed, True)],
        dock=None,
    )


LOST_REWRITTEN = Snapshot("lost", notice=REWRITTEN, notice_params={"found": RewrittenPast("changed", 7, 7, at="21:14")})
ENDED = Snapshot("lost", match=replace(info("en", "here", "here", "here"), status="closed"))

SCENES = [
    shot("home", each(home)),
    shot("home-none", each(home, 0)),
    shot("home-many", each(home, 3)),
    shot("home-200", each(home), scale=2.0, modes=("dark",)),
    shot("new", new()),
    shot("new-blank", new(("",) * 4)),
    shot("new-five", new(tuple(LONG["en"]), options={"start": "p2", "duel_lead": "all"}), modes=("dark",)),
    shot("new-wrong", new(("Aki", "aki", "x" * 10_000)), langs=("en",)),
    shot("new-130", new(), scale=1.3, modes=("light",)),
    shot("new-200", new(), scale=2.0, modes=("dark",)),
    Scene("new-options", options),
    shot("lobby", each(lobby, "here", "here", "asleep", "free")),
    shot("lobby-all", each(lobby, "here", "here", "here"), modes=("dark",)),
    shot("lobby-five", each(lobby, "here", "free", "gone", "free", "asleep", long=True, gm=True)),
    shot("lobby-guest", each(lobby, "here", "free", "here", "free", role="guest", host=False, mine=(), gm=True)),
    shot(
        "lobby-late", each(lobby, "here", "gone", "asleep", "free", role="guest", host=False, mine=(), status="running")
    ),
    shot("lobby-seated", each(lobby, "here", "here", "free", host=False, mine=(1,)), modes=("light",)),
    shot("lobby-130", each(lobby, "here", "here", "asleep", "free"), scale=1.3, modes=("dark",)),
    shot("lobby-tablet", each(lobby, "here", "here", "asleep", "free"), size="tablet", langs=("en",)),
    shot("lobby-desk", each(lobby, "here", "here", "asleep", "free"), size="desk", langs=("en",), modes=("dark",)),
    shot("lobby-short", each(lobby, "here", "here", "asleep", "free"), size="short", langs=("en",), modes=("dark",)),
    Scene("lobby-addresses", addresses, modes=("dark",)),
    Scene("lobby-leave-pin", leaving, modes=("dark",)),
    Scene("lobby-pin-old", pin_of_before, modes=("light",)),
    shot(
        "lobby-carried",
        {
            lang: replace(lobby(lang, "here", "here", "here", role="guest", host=False, mine=()), carried=("p1", "p2"))
            for lang in ("en", "ja")
        },
    ),
    shot(
        "curtain",
        {
            lang: playing(lang, curtain="p2", match=info(lang, *["here"] * 4, status="running", mine=(0, 1, 2)))
            for lang in ("en", "ja")
        },
    ),
    shot(
        "curtain-pin",
        {
            lang: playing(
                lang,
                curtain="p2",
                curtain_problem="app.pin_wrong",
                match=replace(
                    info(lang, *["here"] * 4, status="running", mine=(0, 1)),
                    seats=tuple(replace(s, pin=True, mine=True) for s in seats(lang, *["here"] * 3)),
                ),
            )
            for lang in ("en", "ja")
        },
    ),
    shot(
        "curtain-pin-host",
        {
            lang: playing(
                lang,
                curtain="p2",
                host=True,
                match=replace(
                    info(lang, *["here"] * 4, status="running", mine=(0, 1)),
                    seats=tuple(replace(s, pin=True, mine=True) for s in seats(lang, *["here"] * 3)),
                ),
            )
            for lang in ("en", "ja")
        },
        modes=("dark",),
    ),
    shot("rewritten-log", each(rewritten, "changed", 5, 5), modes=("dark", "light")),
    shot("rewritten-locked-200", each(rewritten, "changed", 4, 4, secret=True), scale=2.0, modes=("dark",)),
    shot("rewritten-lost", LOST_REWRITTEN),
    shot("rules-choice", Snapshot("rules")),
    shot("rules", Snapshot("rules", rules_game="shinobazu")),
    Scene("rules-open", opened_rules),
    shot("clause", Snapshot("rules", rules_game="shinobazu", clause="SHINOBAZU-6.4")),
    shot("log", each(log_wrong, 0)),
    shot("log-wrong", each(log_wrong, 2)),
    shot("log-wrong-secret", each(log_wrong, 8)),
    shot("log-300", each(log, 300), langs=("en",), modes=("light",)),
    shot("log-200", each(log), scale=2.0, langs=("en",), modes=("dark",)),
    shot("history", each(history)),
    shot(
        "history-none",
        each(history, matches=(), players=(), total_matches=0, total_players=0, minutes=0),
        modes=("dark",),
    ),
    shot("history-search", each(history, search="Dai", players=()), modes=("light",)),
    shot("settings", Snapshot("settings", hosted=True)),
    shot("lost", Snapshot("lost", notice="app.no_such_match")),
    shot("lost-closed", ENDED, modes=("light",)),
    shot("lost-unreadable", Snapshot("lost", notice="app.lost.unreadable")),
    shot("refusal", each(refusal)),
    shot(
        "refusal-private",
        {
            lang: playing(lang, refusal=Ruling.refusal(Refused("", "app.refused_privately", private=True)))
            for lang in ("en", "ja")
        },
        modes=("dark",),
    ),
    shot("proposal", each(proposal)),
    shot("proposal-corrects", each(corrects, move={"type": "lead", "to": "p1", "colour": "blue", "card": "blue 1"})),
    shot("proposal-back", each(corrects, onward=True)),
    shot("lost-seat", each(lost_seat)),
    shot("notice", {lang: playing(lang, notice="app.seat_taken") for lang in ("en", "ja")}, modes=("dark",)),
]
