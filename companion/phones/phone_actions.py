"""What a phone may do. Screens call these; every one checks what the phone's keys allow."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, cast, get_args

import flet as ft

from companion.contract.offered import offered, ui_of
from companion.contract.snapshot import SCALES, Draft, Screen
from companion.phones.board_actions import BoardDeeds
from companion.phones.device_storage import HOST
from companion.phones.editor_actions import EditorDeeds
from companion.phones.make_snapshot import viewer_of
from companion.screens.new_match.drafting import seat_name
from companion.tables.keys import PIN, pin_hash, pin_matches
from companion.tables.match_draft import drafted, new_draft, options_for
from companion.tables.waiting import KEPT
from referee.core.games import GAMES
from referee.core.journal import ACT, Consent, Correct, Declare, Redo, Undo, check_name
from referee.core.transcripts import dump
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Refused, Ruling, Seat

if TYPE_CHECKING:
    from companion.phones.session import Phone

SCREENS = frozenset(get_args(Screen))
ASIDE: frozenset[Screen] = frozenset({"rules", "settings", "log"})
"""Screens that are laid over another and left again by going back."""


class Deeds(BoardDeeds, EditorDeeds):
    """The acts of one phone; see `companion.contract.actions.Actions`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    # Going about

    def go(self, screen: str, **params: str) -> None:
        """Open a screen."""
        phone, where = self._phone, self._phone.where
        if screen not in SCREENS:
            return
        wanted = cast(Screen, screen)
        phone.cover(refresh=False)
        if wanted in ASIDE or (phone.table is not None and wanted in ("play", "lobby", "end")):
            if wanted in ASIDE and where.screen not in ASIDE:
                where.back = where.screen
            where.at_the_door = wanted == "lobby" and phone.table is not None and phone.match_screen() == "play"
            where.screen = wanted if wanted in ASIDE else phone.match_screen()
            where.rules_game = params.get("game", where.rules_game)[:40]
            where.clause = ""
            phone.refresh()
            return
        phone.spawn(self._go(wanted, params))

    async def _go(self, screen: Screen, params: Mapping[str, str]) -> None:
        phone = self._phone
        if screen == "history":
            phone.leave_table()
            phone.where = type(phone.where)(screen="history", back="home")
            phone.where.history_game = params.get("game", "")[:40]
            phone.where.history_search = params.get("search", "")[:40]
            await phone.host.fill(phone)
            phone.refresh()
        elif screen == "boards":
            await self._boards()
            return
        elif screen == "new":
            await self._reshelve()
            boxes = phone.host.tables.boxes
            await boxes.read()
            draft = phone.draft
            phone.draft = replace(draft, options={**boxes.of(draft.game), **draft.options})
            await phone.go("new")
        else:
            await phone.go("home")
        await phone.push_route()

    def back(self) -> None:
        """Go back to where this screen was opened from."""
        phone, where = self._phone, self._phone.where
        phone.cover(refresh=False)
        if where.clause:
            where.clause = ""
            phone.refresh()
        elif phone.table is not None and (where.screen in ASIDE or (where.at_the_door and where.screen == "lobby")):
            where.at_the_door = where.at_the_door and where.screen in ASIDE
            where.screen = phone.match_screen()
            phone.refresh()
        elif where.back in ("new", "history") and where.screen in ASIDE:
            where.screen, where.back = where.back, "home"
            phone.refresh()
        else:
            phone.spawn(self._go("home", {}))

    def open_match(self, code: str) -> None:
        """Open a match from a list."""
        self._phone.spawn(self._open_match(code))

    async def _open_match(self, code: str) -> None:
        await self._phone.enter(str(code)[:40])
        await self._phone.push_route()

    def clause(self, clause: str) -> None:
        """Open the text of a clause; an empty string closes it."""
        self._phone.where.clause = str(clause)[:40]
        self._phone.refresh()

    def dismiss(self) -> None:
        """Close the refusal, notice or sheet that is open."""
        where = self._phone.where
        where.refusal = where.refused_move = None
        where.notice, where.notice_params, where.clause, where.differences = "", {}, "", ()
        self._phone.refresh()

    # Settings

    def language(self, code: str) -> None:
        """Speak `en` or `ja` on this phone."""
        if code in ("en", "ja"):
            self._remember(language=code)

    def brightness(self, mode: str) -> None:
        """Show `dark`, `light` or `system`."""
        if mode in ("dark", "light", "system"):
            self._remember(mode=mode)

    def tap_to_open(self, on: bool) -> None:
        """Open covers by a tap instead of a hold."""
        self._remember(tap_to_open=bool(on))

    def teach(self, on: bool) -> None:
        """Say in each phase what to do and why, or leave it out."""
        self._remember(teach=bool(on))

    def text_size(self, scale: float) -> None:
        """Write larger, up to twice the standard size."""
        if scale in SCALES:
            self._remember(scale=scale)

    def _remember(self, **changes: Any) -> None:
        phone = self._phone
        phone.pocket = replace(phone.pocket, **changes)
        phone._dress()
        phone.refresh()
        phone.spawn(phone.remember(phone.pocket))

    # A new match

    def draft(self, **changes: Any) -> None:
        """Change the draft."""
        known = {f.name for f in fields(Draft)} - {"problem"}
        changes = {k: v for k, v in changes.items() if k in known}
        if "names" in changes:
            changes["names"] = tuple(str(name)[:200] for name in changes["names"])[:10]
        before = self._phone.draft
        draft = replace(before, **changes, problem="")
        if draft.game not in offered():
            return
        if draft.game != before.game:
            draft = drafted(draft, draft.game, self._phone.host.tables.boxes.of(draft.game))
        self._phone.draft = draft
        self._phone.refresh()

    def open_table(self) -> None:
        """Open the table that the draft describes."""
        if self._phone.draft.game in offered():
            self._phone.spawn(self._open_table(self._phone.draft))

    async def _open_table(self, draft: Draft) -> None:
        phone = self._phone
        named = [seat_name(phone.look, draft.names, at, draft.game) for at in range(len(draft.names))]
        seats = [Seat.model_construct(seat=f"p{n}", name=name) for n, name in enumerate(named, 1)]
        try:
            for name in named:
                check_name(name)
            table, key = await phone.host.tables.open(draft.game, options_for(draft), seats, draft.game_master)
        except Refused as refused:
            phone.draft = replace(draft, problem=refused.reason)
            phone.refresh()
            return
        await phone.host.tables.boxes.learn(draft.game, draft.options)
        await phone.remember(phone.pocket.with_key(table.code, HOST, key))
        phone.host.opened(table.code)
        phone.draft = new_draft()
        await self._open_match(table.code)

    def same_again(self) -> None:
        """Open a new table with the same game, seats and options."""
        phone = self._phone
        if phone.table is None or phone.too_soon:
            return
        record = phone.table.record
        if record.game not in offered():
            return
        standard = GAMES[record.game].OPTIONS().model_dump(mode="json")
        options = {k: v for k, v in record.options.items() if standard.get(k) != v and k not in ("depth", "gm")}
        options |= phone.host.tables.boxes.of(record.game)
        phone.draft = Draft(
            game=record.game,
            depth=record.options.get("depth", "plays"),
            names=tuple(s.name for s in phone.table.players),
            options=options,
            game_master=record.game_master,
        )
        self.open_table()

    # The lobby

    def sit(self, seat: str) -> None:
        """Take a free seat on this phone."""
        self._phone.spawn(self._sit([str(seat)]))

    def sit_everywhere(self) -> None:
        """Host: take all free seats on this phone."""
        phone = self._phone
        if phone.table is not None and phone.is_host():
            phone.spawn(self._sit([s.seat for s in phone.table.players if s.key_hash is None]))

    async def _sit(self, seats: Sequence[str]) -> None:
        phone, table = self._phone, self._phone.table
        if table is None:
            return
        taken = False
        for seat in seats:
            record = table.seat(seat)
            if record is None or record.kind != "player" or phone.is_game_master():
                continue
            key = await table.sit(seat)
            if key is None:
                taken = True
                continue
            await phone.remember(phone.pocket.with_key(table.code, seat, key))
        self._look_through()
        if taken:
            phone.say("app.seat_taken")

    def be_game_master(self) -> None:
        """Take the game master's place on this phone."""
        self._phone.spawn(self._be_game_master())

    async def _be_game_master(self) -> None:
        phone, table = self._phone, self._phone.table
        if table is None or table.seat(GAME_MASTER) is None:
            return
        if phone.my_seats():
            phone.say("app.gm_may_not_play")
            return
        key = await table.sit(GAME_MASTER)
        if key is None:
            phone.say("app.seat_taken")
            return
        await phone.remember(phone.pocket.with_key(table.code, GAME_MASTER, key))
        self._look_through()

    def _look_through(self, seat: str = "") -> None:
        phone = self._phone
        phone.cover(refresh=False)
        phone.sit_down(seat or phone.where.seat)
        phone.where.screen = phone.match_screen()
        phone.attend()
        phone.refresh()

    def leave(self, seat: str) -> None:
        """Give up a seat of this phone."""
        if self._phone.holds(seat):
            self._phone.spawn(self._free(seat))

    def free(self, seat: str) -> None:
        """Host or game master: free a seat."""
        if self._phone.runs_the_table():
            self._phone.spawn(self._free(seat))

    async def _free(self, seat: str) -> None:
        phone, table = self._phone, self._phone.table
        if table is None or table.seat(seat) is None:
            return
        mine = phone.holds(seat)
        await table.free(seat)
        if mine:
            await phone.remember(phone.pocket.without_key(table.code, seat))
            phone.where.notice = ""
            self._look_through()

    def rename(self, seat: str, name: str) -> None:
        """Rename my seat, or as host any, while the lobby is open."""
        if self._phone.holds(seat) or self._phone.is_host():
            self._phone.spawn(self._lobby("rename", seat, str(name)))

    def play_without(self, seat: str) -> None:
        """Host: take a free seat out of the lobby."""
        if self._phone.is_host():
            self._phone.spawn(self._lobby("play_without", seat))

    def start(self) -> None:
        """Host: begin the match."""
        if self._phone.is_host():
            self._phone.spawn(self._lobby("start"))

    async def _lobby(self, deed: str, *args: str) -> None:
        table = self._phone.table
        if table is None:
            return
        try:
            await getattr(table, deed)(*args)
        except Refused as refused:
            self._phone.say(refused.reason, **refused.params)

    def watch(self) -> None:
        """Use this phone as the table display."""
        phone = self._phone
        if phone.table is None or phone.my_seats() or phone.is_game_master():
            return
        phone.where.role = "display"
        phone.where.screen = phone.match_screen()
        phone.attend()
        phone.refresh()
        phone.spawn(phone.push_route())

    def sound(self, on: bool) -> None:
        """Table display: play a sound with every public answer, or be silent."""
        if self._phone.where.role == "display":
            self._remember(sound=bool(on))

    def close_match(self) -> None:
        """Host or game master: put an unfinished match away."""
        if self._phone.table is not None and self._phone.runs_the_table():
            self._phone.spawn(self._phone.table.close())

    # One phone for several seats

    def hand_over(self, seat: str) -> None:
        """Draw the curtain for another of this phone's seats."""
        if not self._phone.too_soon:
            self._hand_over(seat)

    def _hand_over(self, seat: str) -> None:
        phone = self._phone
        if phone.holds(seat) and seat != GAME_MASTER:
            phone.cover(refresh=False)
            phone.where.curtain, phone.where.curtain_problem = seat, ""
            phone.where.refusal = phone.where.refused_move = None
            phone.where.entering = ()
            phone.refresh()

    def lift_curtain(self, pin: str = "") -> None:
        """The next player has the phone: lift the curtain."""
        if not self._phone.too_soon:
            self._phone.spawn(self._lift_curtain(str(pin)[:20]))

    async def _lift_curtain(self, pin: str) -> None:
        phone, table = self._phone, self._phone.table
        seat = phone.where.curtain
        record = table.seat(seat) if table is not None else None
        if table is None or record is None or not phone.holds(seat):
            return
        if record.pin_hash is not None:
            guard = table.pin_guard(seat)
            if not guard.may_try():
                phone.where.curtain_problem = "app.pin_wait"
                phone.refresh()
                return
            if not await phone.host.tables.run(pin_matches, pin, record.pin_hash):
                guard.failed()
                phone.where.curtain_problem = "app.pin_wrong"
                phone.refresh()
                return
            guard.passed()
        phone.where.curtain = phone.where.curtain_problem = ""
        self._look_through(seat)
        await phone.remember(replace(phone.pocket, active={**phone.pocket.active, table.code: seat}))

    def set_pin(self, seat: str, pin: str) -> None:
        """Set or drop a seat's PIN."""
        if self._phone.holds(seat):
            self._phone.spawn(self._set_pin(seat, str(pin)))

    async def _set_pin(self, seat: str, pin: str) -> None:
        phone = self._phone
        if phone.table is None:
            return
        if pin and not PIN.fullmatch(pin):
            phone.say("app.pin_digits")
            return
        hashed = await phone.host.tables.run(pin_hash, pin) if pin else None
        await phone.table.set_pin(seat, hashed)

    # Secrets

    def hold(self) -> None:
        """Open this seat's cover while the finger stays."""
        self._phone.uncover("kept" if self._phone.pocket.tap_to_open else "held")

    def keep(self) -> None:
        """Keep the cover open without a finger."""
        if self._phone.held != "covered" or not self._phone.too_soon:
            self._phone.uncover("kept")

    def cover(self) -> None:
        """Close the cover."""
        self._phone.cover()

    def touch(self) -> None:
        """A finger is still here."""
        self._phone.touched()

    def hands(self, cards: Sequence[str]) -> None:
        """Keep the cards tapped so far while a hand is entered."""
        phone = self._phone
        if phone.held == "covered" or phone.where.role != "seat":
            return
        phone.where.entering = tuple(str(card)[:40] for card in cards)[:20]
        phone.touched()
        phone.refresh()

    # The match

    def declare(self, move: Mapping[str, Any], seat: str = "") -> None:
        """Declare a move for my seat, for the table, or as game master for another."""
        phone = self._phone
        move = dict(move)
        actor = viewer_of(phone)
        spoken_for = seat or (TABLE if actor == GAME_MASTER else actor)
        if isinstance(move.get("card"), str) and move["card"].startswith("#"):
            named = self._named(move["card"])
            if named is None:
                return
            self._act(Declare(seat=spoken_for, move={**move, "card": named}), shown=move)
            return
        self._act(Declare(seat=spoken_for, move=move), shown=move)

    def _named(self, place: str) -> str | None:
        """Return the card at a place of this seat's own hand, which the screen cannot know while covered."""
        phone = self._phone
        if phone.table is None or phone.table.match is None or phone.where.role != "seat":
            return None
        if not phone.holds(phone.where.seat):
            return None
        view = phone.table.match.view(phone.where.seat)
        hand = view.private[0].hand if view.private else None
        at = int(place[1:]) - 1 if place[1:].isdecimal() and len(place) < 4 else -1
        return hand[at] if hand is not None and 0 <= at < len(hand) else None

    def undo(self) -> None:
        """Take the last declaration back."""
        self._act(Undo())

    def redo(self) -> None:
        """Let it stand again."""
        self._act(Redo())

    def house_ruling(
        self,
        move: Mapping[str, Any] | None = None,
        adjust: Mapping[str, Any] | None = None,
        note: str = "",
        seat: str = "",
    ) -> None:
        """Overrule the referee, or propose it to the table."""
        phone = self._phone
        actor = viewer_of(phone)
        declared = dict(move) if move is not None else None
        if declared is not None and isinstance(declared.get("card"), str) and declared["card"].startswith("#"):
            named = self._named(declared["card"])
            if named is None:
                return
            declared["card"] = named
        raw = {
            "type": "house_ruling",
            "seat": seat or (actor if actor != GAME_MASTER else None),
            "move": declared,
            "adjust": dict(adjust) if adjust is not None else None,
            "note": str(note)[:280],
        }
        self._act(ACT.validate_python(raw))

    def consent(self, agree: bool) -> None:
        """Answer the house ruling that is proposed."""
        self._act(Consent(agree=bool(agree)))

    def pause(self, on: bool) -> None:
        """Game master: stop play, or let it go on."""
        phone = self._phone
        ruling = phone.table is not None and phone.table.record.game_master == "referee"
        if ruling and phone.where.role == "gm" and phone.is_game_master() and phone.table is not None:
            phone.spawn(phone.table.pause(bool(on)))

    def correct(self, number: int, move: Mapping[str, Any] | None, confirm: bool = False) -> None:
        """Game master: see what correcting an entry would change, then do it."""
        phone = self._phone
        table = phone.table
        if table is None or table.match is None or phone.where.role != "gm" or not phone.is_game_master():
            return
        act = Correct(number=int(number), move=dict(move) if move is not None else None)
        if confirm:
            phone.where.differences = ()
            self._act(act)
            return
        try:
            phone.where.differences = table.match.differences(act)
        except Refused as refused:
            phone.where.refusal = Ruling.refusal(refused)
        phone.refresh()

    def _act(self, act: Any, shown: Mapping[str, Any] | None = None) -> None:
        """Let the table judge an act. One at a time: a second tap while the first is judged is no second act."""
        phone = self._phone
        actor = viewer_of(phone)
        if phone.busy or actor == PUBLIC or phone.table is None or phone.where.curtain:
            return
        if not phone.holds(actor):
            phone.refresh()
            return
        if actor == GAME_MASTER and phone.table.record.game_master != "referee":
            phone.say("app.observer_only_looks")
            return
        entered_by = ui_of(phone.table.record.game).hand_entry
        entry = bool(entered_by) and isinstance(act, Declare) and act.move.get("type") == entered_by
        if phone.too_soon and not entry:
            return
        phone.busy = True
        phone.locking = entry and phone.where.role == "seat"
        phone.spawn(self._judge(actor, act, dict(shown) if shown is not None else None))

    async def _judge(self, actor: str, act: Any, shown: dict[str, Any] | None) -> None:
        phone, table = self._phone, self._phone.table
        assert table is not None
        where = phone.where
        where.refusal = where.refused_move = None
        try:
            ruling = await table.act(actor, act)
        finally:
            locked, phone.busy, phone.locking = phone.locking, False, False
        if phone.table is not table or phone.where is not where:
            return
        if not ruling.upheld:
            where.refusal, where.refused_move = ruling, shown
            phone.refresh()
            return
        where.entering = ()
        where.answered_as = actor if ruling.reason == KEPT else ""
        phone.asked_anew()
        if locked:
            phone.cover(refresh=False)  # what was kept open for the entry alone is not left lying open
        self._pass_on(actor)
        phone.refresh()

    def _pass_on(self, actor: str) -> None:
        """On a phone with several seats, draw the curtain for the seat that is asked next."""
        phone, table = self._phone, self._phone.table
        mine = phone.my_seats()
        if table is None or table.match is None or len(mine) < 2 or table.match.result is not None:
            return
        asked = [p.seat for p in table.match.prompts(PUBLIC) if p.must]
        if asked and actor not in asked and (following := [seat for seat in asked if seat in mine]):
            self._hand_over(following[0])

    def heard(self) -> None:
        """The match moved: where an answer of this phone was kept and has been told, ask whoever is next."""
        phone, where = self._phone, self._phone.where
        if where.answered_as and phone.table is not None and phone.table.answering.wait is None:
            actor, where.answered_as = where.answered_as, ""
            self._pass_on(actor)

    # Taking it along

    def export(self) -> None:
        """Download this match's transcript as this viewer may know it."""
        self._phone.spawn(self._export())

    async def _export(self) -> None:
        phone, table = self._phone, self._phone.table
        if table is None or table.match is None:
            return
        # While the cover is closed nothing of mine leaves the table either, not even into my own file.
        open_now = phone.held != "covered" and phone.holds(viewer_of(phone))
        viewer = viewer_of(phone) if open_now else PUBLIC
        text = json.dumps(dump(table.match, viewer), ensure_ascii=False, indent=1)
        name = f"metsuke-{table.record.game}-{table.code}.json"
        await ft.FilePicker().save_file(file_name=name, src_bytes=text.encode())
