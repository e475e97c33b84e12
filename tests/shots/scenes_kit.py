"""The kit by itself: docks, strips, covers, sheets, lists. The words are samples, as in the mock-ups."""

from __future__ import annotations

import base64
from functools import partial

import flet as ft

from companion import ui
from companion.contract.actions import Actions
from companion.games.shinobazu import cards as suits
from companion.ui import qr
from companion.ui.theme import Look
from tests.shots.scenes import Scene

IC = ft.Icons


def docks(look: Look, actions: Actions) -> ft.Control:
    """The states of the dock, one below the other."""
    undo = actions.match.undo
    each = [
        ui.dock(
            look,
            state="asked",
            line="Your turn",
            ask="Lay one card. Fight or pass?",
            left=ui.Side("Undo", IC.UNDO_SHARP, undo),
            main=ui.Main("Lay card 1, pass", undo),
        ),
        ui.dock(
            look,
            state="waiting",
            line="Waiting for Chie",
            ask="Chie chooses a card.",
            left=ui.Side("Undo mine", IC.UNDO_SHARP, undo),
            main=ui.Main("Chie’s turn", None, False),
        ),
        ui.dock(
            look,
            state="asleep",
            line="Waiting for Dai, whose phone is asleep",
            ask="Tell Dai to look at it.",
            left=ui.Side("Answer for Dai", None, undo),
            main=ui.Main("Dai’s turn", None, False),
        ),
        ui.dock(
            look,
            state="offline",
            line="This phone lost the table 12 s ago",
            ask="Nothing is lost. It comes back by itself.",
            left=ui.Side("Try another address", IC.LAN_SHARP, undo),
        ),
        ui.dock(
            look,
            state="ruled",
            line="Ruled: 6.4, order reversed once",
            ask="Ben wins, Chie loses.",
            left=ui.Side("Why", IC.MENU_BOOK_SHARP, undo),
            main=ui.Main("Next round", undo),
        ),
    ]
    return ft.Container(
        ft.Column(each, spacing=16, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=look.p.background,
        expand=True,
    )


def _bar(look: Look, actions: Actions) -> ft.Control:
    return ui.app_bar(
        look,
        "Shinobazu",
        "Set 1, round 2. Every play",
        (IC.ARROW_BACK_SHARP, look.t("kit.back"), actions.pages.back),
        (
            (IC.MENU_BOOK_SHARP, look.t("kit.rules"), actions.pages.back),
            (IC.MORE_VERT_SHARP, look.t("kit.more"), actions.pages.back),
        ),
    )


def _dock(look: Look, actions: Actions) -> ft.Control:
    return ui.dock(
        look,
        state="asked",
        line="Your turn",
        ask="Lay one card. Fight or pass?",
        left=ui.Side("Undo", IC.UNDO_SHARP, actions.match.undo, "Ben has declared since."),
        main=ui.Main("Lay card 1, pass", actions.match.undo),
    )


def table(look: Look, actions: Actions) -> ft.Control:
    """Strip, hand, pad and bars, as on a player's screen; covered, or open when the look is secret."""
    held = "held" if look.secret else "covered"
    hand = ui.panel(
        look,
        ft.Row(
            [
                ui.card_back(64, 92),
                ui.card_back(64, 92),
                ui.hold_pad(
                    look,
                    actions,
                    held,
                    fact="Only card 1 may be laid" if look.secret else "",
                    cause="Red is led and you hold red." if look.secret else "",
                ),
            ],
            spacing=12,
        ),
        secret=True,
    )
    return ui.screen(
        look,
        bar=_bar(look, actions),
        strip=ui.strip(look, "secret" if look.secret else "covered_parts", (look.secret and "held") or "", who="Aki"),
        content=[
            ft.Row(
                [
                    ui.seat_face(look, n, n == "Aki", p)
                    for n, p in (("Aki", "here"), ("Ben", "here"), ("チエ", "asleep"), ("Dai", "gone"))
                ],
                spacing=12,
            ),
            ft.Row(
                [
                    ui.card_back(36, 50),
                    ui.dashed_box(36, 50, look.p.line_strong),
                    suits.suit("black", 20, look.p.text),
                    suits.suit("red", 20, look.p.text),
                    suits.suit("blue", 20, look.p.text),
                    suits.reverse_mark(24, look.p.text),
                ],
                spacing=12,
            ),
            hand,
            ui.choice_bar(
                look,
                (
                    ui.Choice("me", "Me"),
                    ui.Choice("ben", "Ben"),
                    ui.Choice("chie", "Chie", None, False, "Chie has a card."),
                    ui.Choice("dai", "Dai", None, False, "Dai has a card."),
                ),
                "me",
                actions.pages.go,
                label="In front of",
            ),
            ui.choice_bar(
                look,
                (ui.Choice("fight", "Fight", IC.ARROW_UPWARD_SHARP), ui.Choice("pass", "Pass", IC.ARROW_FORWARD_SHARP)),
                "pass",
                actions.pages.go,
                label="Declare",
            ),
            ui.ruling_row(look, "3", "San-no-jutsu", "Dai’s 3 breaks both passes.", "SHINOBAZU-7.1", actions, True),
            ui.ruling_row(look, IC.PERSON_OFF_SHARP, "No duel", "No passer is left.", "SHINOBAZU-8.5", actions),
        ],
        dock=_dock(look, actions),
        frame="seat" if look.secret else "none",
    )


def refusal(look: Look, actions: Actions) -> ft.Control:
    """A refusal over a table."""
    over = ui.refusal_sheet(
        look,
        actions,
        "A card in front of Chie",
        "Chie already has a card of this round in front. Nobody gets a second one.",
        "SHINOBAZU-3.4",
        (
            (IC.PERSON_SHARP, "Lay it in front of yourself", "then fight or pass", actions.match.undo),
            (IC.GROUP_SHARP, "Push it on Ben", "Ben then fights or passes, unseen", actions.match.undo),
        ),
        actions.match.undo,
    )
    return ui.screen(
        look,
        bar=_bar(look, actions),
        strip=ui.strip(look, "covered_parts"),
        content=_reasons(look, actions),
        dock=ui.dock(
            look,
            state="asked",
            line="Still your turn",
            ask="Lay card 1 somewhere else.",
            mark=IC.REPLAY_SHARP,
            left=ui.Side("Rule", IC.MENU_BOOK_SHARP, actions.match.undo),
            main=ui.Main("Choose again", actions.pages.dismiss),
        ),
        overlay=over,
    )


def _reasons(look: Look, actions: Actions) -> list[ft.Control]:
    return [
        ui.label_row(look, "Why"),
        ui.ruling_row(look, "3", "San-no-jutsu", "Dai’s 3 breaks both passes.", "SHINOBAZU-7.1", actions, True),
        ui.ruling_row(look, "×1", "One reversal", "Blue 2 is not red: odd.", "SHINOBAZU-6.4", actions),
        ui.ruling_row(look, IC.PERSON_OFF_SHARP, "No duel", "No passer is left.", "SHINOBAZU-8.5", actions),
        ui.ruling_row(look, IC.CLOSE_SHARP, "Refused", "Only Aki knows.", "SHINOBAZU-3.4", actions, alarm=True),
    ]


def showdown(look: Look, actions: Actions) -> ft.Control:
    """Reasons with their clauses."""
    return ui.screen(
        look,
        bar=_bar(look, actions),
        strip=ui.strip(look, "safe", "4 of 4 here"),
        content=_reasons(look, actions),
        dock=ui.dock(
            look,
            state="asked",
            line="Next",
            ask="Chie starts round 3.",
            left=ui.Side("Undo", IC.UNDO_SHARP, actions.match.undo),
            main=ui.Main("Start round 3", actions.match.undo),
        ),
    )


def lists(look: Look, actions: Actions) -> ft.Control:
    """Fields, folds, tiles and lists."""
    return ui.screen(
        look,
        bar=ui.app_bar(look, "New match", "", (IC.CLOSE_SHARP, look.t("kit.close"), actions.pages.back)),
        content=[
            ft.Row(
                [
                    ui.act_tile(look, s, w, actions.match.undo, w == "Shinobazu", height=92)
                    for s, w in (
                        ("巻", "Scroll Trick"),
                        ("学", "Shinobi School"),
                        ("略", "Giryaku"),
                        ("忍", "Shinobazu"),
                        ("城", "Scorpion Clan"),
                    )
                ],
                spacing=5,
            ),
            ui.fact_line(
                look,
                (
                    ui.Fact(None, "不忍", True),
                    ui.Fact(IC.GROUP_SHARP, "3–5"),
                    ui.Fact(IC.SCHEDULE_SHARP, "20 min"),
                    ui.Fact(None, "face-down duels"),
                ),
            ),
            ui.label_row(look, "How much you declare", "4 of 3–5"),
            ui.choice_bar(
                look, (ui.Choice("scores", "Scores only"), ui.Choice("plays", "Every play")), "plays", actions.pages.go
            ),
            ui.text_field(look, "Name", "Aki", actions.pages.go),
            ui.options_fold(
                look,
                "House rules",
                "13, all standard",
                partial(ui.toggle, look, "Ends at five", "standard", True, actions.pages.go),
                True,
            ),
            ui.list_panel(
                look,
                [
                    ui.list_row(
                        look,
                        IC.MENU_BOOK_SHARP,
                        "Rules of the five games",
                        "Every clause, in two languages",
                        "",
                        actions.pages.back,
                    ),
                    ui.list_row(
                        look,
                        "忍",
                        "Ben and Chie share it",
                        "Shinobazu, tonight",
                        "0, 0",
                        actions.pages.back,
                        boxed=True,
                    ),
                ],
            ),
            ft.Row(
                [ui.stat_tile(look, f, w) for f, w in (("42", "matches"), ("9", "players"), ("31h", "at the table"))],
                spacing=8,
            ),
            ui.list_panel(
                look,
                [
                    ui.stat_bar(look, s, n, "best at Shinobazu", title=w)
                    for w, s, n in (("Chie", 0.42, 31), ("Dai", 0.18, 17))
                ],
            ),
            ft.Row([ui.chip(look, w, actions.match.undo, w == "All") for w in ("All", "巻", "学", "忍")], spacing=8),
        ],
        dock=ui.dock(
            look,
            state="asked",
            line="Choose",
            ask="Four seats, every play. Open the table?",
            mark=IC.MEETING_ROOM_SHARP,
            left=ui.Side("Print", IC.PRINT_SHARP, actions.match.undo),
            main=ui.Main("Open the table", actions.new_match.open_table),
        ),
    )


def _qr() -> str:
    return "data:image/png;base64," + base64.b64encode(qr.png("http://192.168.1.23:8550/m/ABCDEF")).decode()


def lobby(look: Look, actions: Actions) -> ft.Control:
    """The QR card and the seats."""
    rows = (
        ui.SeatRow("Aki", True, "here", after="this phone"),
        ui.SeatRow("Ben", False, "here"),
        ui.SeatRow("Chie", False, "asleep", "asleep 2 min, comes back by itself"),
        ui.SeatRow("Dai", False, "free", button="Sit here", handler=actions.match.undo),
    )
    return ui.screen(
        look,
        bar=ui.app_bar(
            look,
            "Shinobazu",
            "Every play",
            (IC.CLOSE_SHARP, look.t("kit.close"), actions.pages.back),
            ((IC.LANGUAGE_SHARP, "Language", actions.pages.back), (IC.MORE_VERT_SHARP, "More", actions.pages.back)),
        ),
        strip=ui.strip(look, "safe", "3 of 4 seated"),
        content=[
            ui.qr_card(look, _qr(), "192.168.1.23:8550", "Scan, or type in a browser on this network"),
            ui.list_panel(
                look,
                [
                    ui.list_row(
                        look,
                        IC.LAN_SHARP,
                        "1 more address",
                        light="No page opens?",
                        height=46,
                        handler=actions.pages.back,
                    )
                ],
            ),
            ui.seat_list(look, rows),
        ],
        dock=ui.dock(
            look,
            state="waiting",
            line="Waiting for one seat",
            ask="Dai scans the code. Then start.",
            left=ui.Side("Play without Dai", None, actions.match.undo),
            main=ui.Main("Start", None, False),
        ),
    )


def doors(look: Look, actions: Actions) -> ft.Control:
    """The closed doors, a hold button, a message and the game master's strip."""
    return ui.screen(
        look,
        bar=_bar(look, actions),
        strip=ui.strip(look, "covered"),
        content=[
            ui.fusuma(look, "short"),
            ui.hold_pad(look, actions, "covered", kind="button", expand=None),
            ui.hold_pad(look, actions, "kept", kind="button", expand=None),
            ui.strip(look, "gm", "turn 12"),
            ui.strip(look, "ended"),
        ],
        dock=ui.dock(
            look,
            state="idle",
            line="Does the Traitor play a card?",
            ask="Answer before the bar is full.",
            equal=(ui.Side("Let it be", None, actions.match.undo), ui.Side("Just a Cat", None, actions.match.undo)),
        ),
    )


def tablet(look: Look, actions: Actions, gm: bool = False) -> ft.Control:
    """Two columns and a low dock."""
    return ui.screen(
        look,
        bar=None,
        strip=ui.strip(look, "gm" if gm else "safe", "Shinobazu, every play"),
        content=_reasons(look, actions),
        side=[
            ui.label_row(look, "Last events"),
            ui.ruling_row(look, "3", "San-no-jutsu", "Dai’s 3 breaks both passes.", "SHINOBAZU-7.1", actions, True),
        ],
        dock=ui.dock(
            look,
            state="asked" if not gm else "idle",
            line="Ben must act",
            ask="Ben lays one card.",
            left=ui.Side("Undo last", IC.UNDO_SHARP, actions.match.undo) if gm else None,
            note="1 min" if not gm else "",
        ),
        frame="gm" if gm else "none",
    )


def clause(look: Look, actions: Actions) -> ft.Control:
    """A clause's text over a table, and a message of the app."""
    return ui.screen(
        look,
        bar=_bar(look, actions),
        strip=ui.strip(look, "safe"),
        content=[ui.label_row(look, "Behind")],
        dock=_dock(look, actions),
        overlay=ft.Column(
            [
                ui.message_sheet(
                    look, actions, "The table did not answer", "Ask the host to look at the laptop.", "Nothing is lost."
                ),
                ui.clause_sheet(
                    look, actions, "SHINOBAZU-3.4", "One card a round lies in front of each player.", "不忍"
                ),
            ],
            tight=True,
            spacing=8,
        ),
    )


SCENES = [
    Scene("kit-dock", docks),
    Scene("kit-table", table),
    Scene("kit-held", table, secret=True),
    Scene("kit-refusal", refusal),
    Scene("kit-showdown", showdown),
    Scene("kit-lists", lists),
    Scene("kit-lobby", lobby),
    Scene("kit-doors", doors),
    Scene("kit-clause", clause),
    Scene("kit-tablet", tablet, size="tablet", langs=("en",)),
    Scene("kit-gm", partial(tablet, gm=True), size="tablet", secret=True, modes=("dark",), langs=("en",)),
    Scene("kit-desk", table, size="desk", langs=("en",)),
    Scene("kit-scaled", table, scale=2.0, langs=("en",)),
]
