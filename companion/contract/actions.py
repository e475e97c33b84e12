"""What a screen may do. The phone's session checks every call again: a screen proves nothing.

All are plain callables that return at once; the answer comes with the next snapshot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class PageActions(Protocol):
    """Navigation between screens."""

    def go(self, screen: str, **params: str) -> None:
        """Open a screen: home, new, history (game=, search=), person (id=, game=), game (game=), archive, owner,
        rules (game=), log, settings, tour, play, lobby, end.
        """

    def back(self) -> None:
        """Go back to the screen from which this one was opened."""

    async def go_back(self) -> None:
        """Go back, and return when it is done; called for the browser's own Back."""

    async def follow(self, steps: Sequence[tuple[str, Mapping[str, str]]]) -> None:
        """Open a screen by the steps of an address, each on top of the one before; see `companion.phones.routes`."""

    def open_match(self, code: str) -> None:
        """Open a match from a list."""

    def put_away(self, code: str) -> None:
        """Hide an unfinished match from this phone's home screen; opening it again brings it back."""

    def clause(self, clause: str) -> None:
        """Open the text of a clause in a sheet; an empty string closes it."""

    def dismiss(self) -> None:
        """Close the refusal, notice or sheet that is open."""


class SettingActions(Protocol):
    """Settings of this phone."""

    def language(self, code: str) -> None:
        """Set this phone's language, such as `en` or `ja`."""

    def brightness(self, mode: str) -> None:
        """Set this phone's brightness: `dark`, `light` or `system`."""

    def tap_to_open(self, on: bool) -> None:
        """Open covers by a tap instead of a hold, for those who cannot hold."""

    def aloud(self, on: bool) -> None:
        """Set whether the browser may read the secrets aloud while the cover is held open."""

    def announce(self, what: str) -> None:
        """Set what this phone tells its screen reader unasked: `turn`, `changed` or `all` (`snapshot.ANNOUNCED`)."""

    def turn(self, how: str) -> None:
        """Set how this phone tells that it is its turn: `off`, `shake` or `sound`."""

    def teach(self, on: bool) -> None:
        """Set whether this phone explains in each phase what to do and why; turning it on shows all of them again."""

    def learnt(self, lesson: str) -> None:
        """Hide one of the explanations that `teach` turns on."""

    def text_size(self, scale: float) -> None:
        """Set this phone's text size: 1.0, 1.15, 1.3, 1.5 or 2.0 times the standard size."""

    def voice(self, length: str) -> None:
        """Table display: set what is said aloud, `off`, `changed`, `turn` or `all`."""

    def volume(self, loud: float) -> None:
        """Table display: set the volume of speech, 0.3, 0.6 or 1.0."""

    def sound(self, on: bool) -> None:
        """Table display: set whether a sound is played with every public answer."""


class NewMatchActions(Protocol):
    def draft(self, **changes: Any) -> None:
        """Change the draft: game, depth, names, options, game_master."""

    def open_table(self, take_over: bool = False) -> None:
        """Open the table that the draft describes; this phone becomes its host.

        With `take_over` the match starts from a position that is entered first.
        """

    def rematch(self, starter: str = "") -> None:
        """Ask for a rematch in which the seat `starter` starts, or join the one asked for, with this phone's seats."""

    def not_now(self) -> None:
        """Decline the rematch for this phone's seats."""

    def to_rematch(self) -> None:
        """Open the rematch: its lobby, or the match itself."""


class BoardActions(Protocol):
    """Boards: the library, and printing."""

    def import_board(self) -> None:
        """Import a board from a file."""

    def export_board(self, id: str) -> None:
        """Download a board of the library as a file."""

    def print_board(self, id: str, paper: str) -> None:
        """Print a board on A2, A3, or four sheets of A4."""

    def copy_board(self, id: str) -> None:
        """Start editing a copy of a board."""

    def drop_sketch(self, id: str) -> None:
        """Delete a sketch of this phone."""

    def choose_board(self, id: str) -> None:
        """Choose this board for the match being drafted."""

    def print_draft(self) -> None:
        """Print the sheets for the match being drafted."""

    def print_sheet(self) -> None:
        """Print my seat's sheet as this phone may show it now."""


class EditorActions(Protocol):
    def new_sketch(self, board: Any) -> None:
        """Start a sketch, empty or from a copy of a board, and open it."""

    def edit_board(self, id: str) -> None:
        """Open a sketch of this phone."""

    def leave_editor(self) -> None:
        """Go back to the boards."""

    def trace(self, act: str, *args: Any) -> None:
        """Run one of `companion.boards.workshop.ACTS` in the editor, with its arguments."""

    def lay_photo(self) -> None:
        """Let the user pick a photo, and put it under the sketch."""

    def lift_photo(self) -> None:
        """Remove the photo from under the sketch."""

    def save_traced(self) -> None:
        """Keep the sketch as a board; while it has errors, show what to mend instead."""


class LobbyActions(Protocol):
    """Seats, and which phone holds each."""

    def sit(self, seat: str) -> None:
        """Take a free seat on this phone."""

    def leave(self, seat: str, pin: str = "") -> None:
        """Give up a seat of this phone; a seat with a PIN needs that PIN."""

    def free(self, seat: str) -> None:
        """Host or game master: free a seat, without its PIN, so that another phone may take it."""

    def free_together(self, seat: str, agreed: bool) -> None:
        """Player: agree, or not, to free a seat whose phone is gone. All seats whose phones are not gone must agree."""

    def rename(self, seat: str, name: str) -> None:
        """In the lobby: rename my seat; the host may rename any."""

    def play_without(self, seat: str) -> None:
        """Host, in the lobby: remove a free seat."""

    def start(self) -> None:
        """Host: start the match."""

    def sit_everywhere(self) -> None:
        """Host, one-phone play: take all free seats on this phone."""

    def watch(self) -> None:
        """Use this phone as the table display."""

    def be_game_master(self) -> None:
        """Become the game master on this phone, if the match has one and the place is free."""

    def close_match(self) -> None:
        """Host or game master: close an unfinished match; nothing is lost."""


class TakeOverActions(Protocol):
    """Entering the position from which a match goes on."""

    def enter(self, part: str, key: str, how: str, value: Any) -> None:
        """Host: change a field of the `table`; a seat: one of its own secrets, while its cover is open.

        `how` is `count` with `[row, step]`, `choose` with a value, or `add` or `drop` with one value.
        """

    def go_on(self) -> None:
        """Host: start the match from the position that was entered."""

    def print_sheets(self) -> None:
        """Print what lies open and, while my cover is open, my seat's secrets, in the order of entering."""

    async def follow(self, link: str) -> None:
        """Start a new match from the open cards and marks encoded in a sheet's QR code."""


class DemonstrationActions(Protocol):
    """A table that plays itself."""

    def show(self, game: str = "") -> None:
        """Watch a demonstration, starting with this game unless others are watching another."""

    def pause(self, on: bool) -> None:
        """Pause play, or resume it."""

    def step(self) -> None:
        """Make one declaration while play is paused."""

    def pace(self, seconds: float) -> None:
        """Set the seconds between declarations."""

    def seats(self) -> None:
        """Show the seats, to see one player's secrets or to play."""

    def play(self, on: bool) -> None:
        """Play my seat myself, or let the machine play it."""


class SharingActions(Protocol):
    """One phone for several seats."""

    def hand_over(self, seat: str) -> None:
        """Draw the curtain, to hand this phone to another of its seats."""

    def lift_curtain(self, pin: str = "") -> None:
        """Lift the curtain for the next player, who has the phone now."""

    def set_pin(self, seat: str, pin: str, old: str = "") -> None:
        """Set a seat's PIN (4 to 8 digits), or remove it with an empty string; an old PIN must be given as `old`."""

    def take_carried(self, take: bool) -> None:
        """Take the seats whose keys came with the address, under fresh keys, or decline them."""


class SecretActions(Protocol):
    """The cover over this seat's secrets."""

    def hold(self) -> None:
        """Open this seat's cover."""

    def keep(self) -> None:
        """Keep the cover open without holding it; it closes by itself some time after the last touch."""

    def cover(self) -> None:
        """Close the cover."""

    def touch(self) -> None:
        """Restart the time until a kept cover closes: somebody has touched the screen."""

    def hands(self, cards: Sequence[str]) -> None:
        """Keep the cards tapped so far while a hand is entered; they leave the control tree when the cover closes."""


class MatchActions(Protocol):
    def follow_anew(self) -> None:
        """Accept the journal as it is now, although this phone remembers a different one."""

    def declare(self, move: Mapping[str, Any], seat: str = "") -> None:
        """Declare a move for my seat; `seat` names another (game master only) or `table`.

        A card may be named by its place in the covered hand: `"#1"` is the first.
        """

    def declare_all(self, moves: Sequence[Mapping[str, Any]]) -> None:
        """Declare several moves for my seat, one after the other, until one is refused."""

    def undo(self) -> None:
        """Take the last declaration back."""

    def redo(self) -> None:
        """Declare again what was undone."""

    def house_ruling(
        self,
        move: Mapping[str, Any] | None = None,
        adjust: Mapping[str, Any] | None = None,
        note: str = "",
        seat: str = "",
    ) -> None:
        """Overrule the referee, or propose it to the table."""

    def consent(self, agree: bool) -> None:
        """Answer the proposed house ruling."""

    def pause(self, on: bool) -> None:
        """Game master: pause play, or resume it; while it is paused nobody else declares."""

    def correct(
        self, number: int, move: Mapping[str, Any] | None, confirm: bool = False, onward: bool = False
    ) -> None:
        """Game master: preview what correcting an entry would change; with `confirm`, correct it.

        `move` replaces the entry; None strikes it out. `onward`: strike out all later entries as well.
        """

    def notes(self, line: int | None = 0) -> None:
        """Show my seat's notes (0) or one note by its line; None closes them."""

    def note_again(self, line: int, move: Mapping[str, Any], then: bool = False) -> None:
        """Replace a note of my seat; with `then`, declare again what was refused because of it."""

    def correct_together(self, line: int, move: Mapping[str, Any] | None, onward: bool = False) -> None:
        """Propose to the table that an entry of my seat, by its line in my log, becomes this move.

        `onward`: propose to take the match back to before that entry.
        """

    def entry(self, line: int) -> None:
        """Show a line of the log, to propose its correction; 0 closes it."""

    def propose(self, line: int, move: Mapping[str, Any] | None = None, onward: bool = False) -> None:
        """Propose that an entry of the log becomes this move or, with None, is struck out; `onward`: with all later."""

    def export(self) -> None:
        """Download this match's transcript, with what this viewer may know."""

    def print_analysis(self) -> None:
        """Download the analysis of a match that has ended as a PDF."""


class OwnerActions(Protocol):
    """The owner of the host: the phones that have entered the code shown in its terminal."""

    def pair(self, code: str) -> None:
        """Enter that code; the right one makes this phone the owner's."""

    def give_up(self) -> None:
        """Make this phone no longer the owner's."""

    def alone(self) -> None:
        """Make every other phone no longer the owner's."""


class PeopleActions(Protocol):
    """Tidying up the people of the statistics; for the host's owner."""

    def rename(self, person: int, name: str) -> None:
        """Rename a person, also in finished matches."""

    def merge(self, into: int, other: int) -> None:
        """Merge two people into one, named as the first. It can be taken back for a day."""

    def leave_out(self, person: int, out: bool) -> None:
        """Exclude a person from the statistics, or include them again."""

    def forget(self, person: int) -> None:
        """Remove a person's name everywhere; their seats stay, without a name. It can be taken back for a day."""

    def take_back(self, tidied: str) -> None:
        """Restore a forgotten name, or split merged people again."""

    def erase(self, tidied: str) -> None:
        """Make a forgotten name or a merge final now: it can no longer be taken back."""


class KeepingActions(Protocol):
    """Exporting finished matches, and importing an archive."""

    def open(self) -> None:
        """Show the exports of the finished match that this phone looks at."""

    def picture(self) -> None:
        """Download its result as a picture."""

    def page(self) -> None:
        """Download its record as a web page that needs no host."""

    def paper(self) -> None:
        """Download its record as a PDF."""

    def table(self, what: str) -> None:
        """Owner: download `matches` or `seats` of all finished matches of this host as CSV."""

    def archive(self) -> None:
        """Owner: download all finished matches of this host as one archive."""

    def bring(self) -> None:
        """Owner: import an archive; matches that are here already stay as they are."""


class Actions(Protocol):
    """All actions of one phone, by subject."""

    @property
    def pages(self) -> PageActions: ...

    @property
    def settings(self) -> SettingActions: ...

    @property
    def new_match(self) -> NewMatchActions: ...

    @property
    def boards(self) -> BoardActions: ...

    @property
    def editor(self) -> EditorActions: ...

    @property
    def lobby(self) -> LobbyActions: ...

    @property
    def take_over(self) -> TakeOverActions: ...

    @property
    def demonstration(self) -> DemonstrationActions: ...

    @property
    def sharing(self) -> SharingActions: ...

    @property
    def secrets(self) -> SecretActions: ...

    @property
    def owner(self) -> OwnerActions: ...

    @property
    def people(self) -> PeopleActions: ...

    @property
    def keeping(self) -> KeepingActions: ...

    @property
    def match(self) -> MatchActions: ...
