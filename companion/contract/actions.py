"""What a screen may ask for. The phone behind it checks every one: a screen proves nothing.

All are plain callables that return at once; the answer comes as the next snapshot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class Pages(Protocol):
    """Going from screen to screen."""

    def go(self, screen: str, **params: str) -> None:
        """Open a screen: home, new, history (game=, search=), person (id=, game=), game (game=), archive, owner,
        rules (game=), log, settings, tour, play, lobby, end.
        """

    def back(self) -> None:
        """Go back to where this screen was opened from."""

    async def go_back(self) -> None:
        """Do the same, and return when it is done: the browser's own Back."""

    async def follow(self, steps: Sequence[tuple[str, Mapping[str, str]]]) -> None:
        """Open a screen by the steps of an address, one upon the other; see `companion.phones.routes`."""

    def open_match(self, code: str) -> None:
        """Open a match from a list."""

    def put_away(self, code: str) -> None:
        """Show an unfinished match on this phone's first page no more; it comes back when it is opened again."""

    def clause(self, clause: str) -> None:
        """Open the text of a clause in a sheet; an empty string closes it."""

    def dismiss(self) -> None:
        """Close the refusal, notice or sheet that is open."""


class Settings(Protocol):
    """Settings of this phone."""

    def language(self, code: str) -> None:
        """Speak `en` or `ja` on this phone."""

    def brightness(self, mode: str) -> None:
        """Show `dark`, `light` or `system` on this phone."""

    def tap_to_open(self, on: bool) -> None:
        """Open covers by a tap instead of a hold, for those who cannot hold."""

    def aloud(self, on: bool) -> None:
        """Let the browser read this phone's covered words aloud while they are held, or be silent."""

    def announce(self, what: str) -> None:
        """Tell this phone's screen reader whose turn it is, also what changed, also how the table stands."""

    def turn(self, how: str) -> None:
        """Tell that it is my turn: `off`, `shake` or `sound`."""

    def teach(self, on: bool) -> None:
        """Say in each phase what to do and why, or leave it out, on this phone. On again, all is said anew."""

    def learnt(self, lesson: str) -> None:
        """Put one of these explanations away on this phone."""

    def text_size(self, scale: float) -> None:
        """Write larger on this phone: 1.0, 1.15, 1.3, 1.5 or 2.0 times the standard size."""

    def voice(self, length: str) -> None:
        """Table display: say nothing aloud, what changed, also whose turn it is, also how the table stands."""

    def volume(self, loud: float) -> None:
        """Table display: speak more softly or louder, 0.3, 0.6 or 1.0."""

    def sound(self, on: bool) -> None:
        """Table display: play a sound with every public answer, or be silent."""


class NewMatch(Protocol):
    def draft(self, **changes: Any) -> None:
        """Change the draft: game, depth, names, options, game_master."""

    def open_table(self, take_over: bool = False) -> None:
        """Open the table that the draft describes; this phone becomes its host.

        With `take_over` the match goes on from the table as it stands.
        """

    def rematch(self, starter: str = "") -> None:
        """Ask for a rematch, in which that seat starts, or come to the one that is asked for: on all seats of mine."""

    def not_now(self) -> None:
        """Let my seats at the rematch go."""

    def to_rematch(self) -> None:
        """Go on with the rematch: to its lobby, or into it."""


class Boards(Protocol):
    """Boards: the library, and what is printed."""

    def import_board(self) -> None:
        """Bring a board along as a file."""

    def export_board(self, id: str) -> None:
        """Take a board of the shelf away as a file."""

    def print_board(self, id: str, paper: str) -> None:
        """Print a board: A2, A3, or A4 for four sheets."""

    def copy_board(self, id: str) -> None:
        """Begin to change a copy of a board."""

    def drop_sketch(self, id: str) -> None:
        """Throw a sketch of this phone away."""

    def choose_board(self, id: str) -> None:
        """Play the match that is being drafted on this board."""

    def print_draft(self) -> None:
        """Print what the match that is being drafted needs on paper."""

    def print_sheet(self) -> None:
        """Print my seat's sheet as this phone may show it now."""


class Editor(Protocol):
    def new_sketch(self, board: Any) -> None:
        """Begin a sketch, of nothing or of a copy of a board, and open it."""

    def edit_board(self, id: str) -> None:
        """Open a sketch of this phone."""

    def leave_editor(self) -> None:
        """Go back to the shelf."""

    def trace(self, act: str, *args: Any) -> None:
        """Do something in the editor: one of `companion.boards.workshop.ACTS` with its arguments."""

    def lay_photo(self) -> None:
        """Let this phone pick a photo, and lay it under the sketch."""

    def lift_photo(self) -> None:
        """Take the photo away from under the sketch."""

    def save_traced(self) -> None:
        """Put the sketch on the shelf as a board; while it has errors, show what is to be done instead."""


class Lobby(Protocol):
    """Seats, and who sits on them."""

    def sit(self, seat: str) -> None:
        """Take a free seat on this phone."""

    def leave(self, seat: str, pin: str = "") -> None:
        """Give up a seat of this phone; one that has a PIN, by that PIN."""

    def free(self, seat: str) -> None:
        """Host or game master: free a seat, without its PIN, so that another phone may take it."""

    def free_together(self, seat: str, agreed: bool) -> None:
        """Player: agree, or not, that a seat is freed whose phone is gone. All others have to whose phones are not."""

    def rename(self, seat: str, name: str) -> None:
        """In the lobby: rename my seat, or as host any."""

    def play_without(self, seat: str) -> None:
        """Host, in the lobby: remove a free seat."""

    def start(self) -> None:
        """Host: begin the match."""

    def sit_everywhere(self) -> None:
        """Host, one-phone play: take all free seats on this phone."""

    def watch(self) -> None:
        """Use this phone as the table display."""

    def be_game_master(self) -> None:
        """Take the game master's place on this phone, if the match has one and it is free."""

    def close_match(self) -> None:
        """Host or game master: put an unfinished match away; nothing of it is lost."""


class TakeOver(Protocol):
    """Entering the table as it stands, before a match goes on from there."""

    def enter(self, part: str, key: str, how: str, value: Any) -> None:
        """Host: change a field of the `table`; a seat: of its own secrets, while its cover is open.

        How: `count` by `[row, step]`, `choose` a value, `add` or `drop` one.
        """

    def go_on(self) -> None:
        """Host: let the match go on from what was entered."""

    def print_sheets(self) -> None:
        """Print what lies open, and my seat's own while my cover is open, in the order in which it is entered."""

    async def follow(self, link: str) -> None:
        """Begin a new match with what lies open on the table that a sheet's code tells of."""


class Demonstration(Protocol):
    """A table that plays itself."""

    def show(self, game: str = "") -> None:
        """Watch one, beginning with this game unless others watch another."""

    def pause(self, on: bool) -> None:
        """Stop play, or let it go on."""

    def step(self) -> None:
        """Let one declaration be made while play is stopped."""

    def pace(self, seconds: float) -> None:
        """Play faster or more slowly."""

    def seats(self) -> None:
        """Show the seats, to look over somebody's shoulder or to play."""

    def play(self, on: bool) -> None:
        """Play my seat myself, or let the machine play it."""


class Sharing(Protocol):
    """One phone for several seats."""

    def hand_over(self, seat: str) -> None:
        """Draw the curtain for another of this phone's seats."""

    def lift_curtain(self, pin: str = "") -> None:
        """The next player has the phone: lift the curtain."""

    def set_pin(self, seat: str, pin: str, old: str = "") -> None:
        """Set (4 to 8 digits) or, with an empty string, drop a seat's PIN; one that has a PIN, by that `old` one."""

    def take_carried(self, take: bool) -> None:
        """Sit down on the seats whose keys came with the address, with fresh keys, or let them be."""


class Secrets(Protocol):
    """The cover over this seat's secrets."""

    def hold(self) -> None:
        """Open this seat's cover."""

    def keep(self) -> None:
        """Keep the cover open without a finger; it closes by itself some time after the last touch."""

    def cover(self) -> None:
        """Close the cover."""

    def touch(self) -> None:
        """A finger is still here: start that time again."""

    def hands(self, cards: Sequence[str]) -> None:
        """Keep the cards tapped so far while a hand is entered; they leave the tree with the cover."""


class Match(Protocol):
    def follow_anew(self) -> None:
        """Take the journal for what it is now, though this phone holds on to another one."""

    def declare(self, move: Mapping[str, Any], seat: str = "") -> None:
        """Declare a move for my seat (`seat`: for another, as game master; `table`: for the table).

        A card may be named by its place in the covered hand, `"#1"` being the first.
        """

    def declare_all(self, moves: Sequence[Mapping[str, Any]]) -> None:
        """Declare several moves for my seat, one after the other, as far as they are upheld."""

    def undo(self) -> None:
        """Take the last declaration back."""

    def redo(self) -> None:
        """Let it stand again."""

    def house_ruling(
        self,
        move: Mapping[str, Any] | None = None,
        adjust: Mapping[str, Any] | None = None,
        note: str = "",
        seat: str = "",
    ) -> None:
        """Overrule the referee, or propose it to the table."""

    def consent(self, agree: bool) -> None:
        """Answer the house ruling that is proposed."""

    def pause(self, on: bool) -> None:
        """Game master: stop play, or let it go on; meanwhile nobody else declares."""

    def correct(
        self, number: int, move: Mapping[str, Any] | None, confirm: bool = False, onward: bool = False
    ) -> None:
        """Game master: see what correcting an entry would change, then (`confirm`) do it.

        `onward`: all that was declared since is struck out as well.
        """

    def notes(self, line: int | None = 0) -> None:
        """Look at what my seat has noted, or at one note by its line; None: at neither any more."""

    def note_again(self, line: int, move: Mapping[str, Any], then: bool = False) -> None:
        """Note something again that my seat has noted; `then` declare again what was refused because of it."""

    def correct_together(self, line: int, move: Mapping[str, Any] | None, onward: bool = False) -> None:
        """Propose to the table that an entry of my seat, by its line in my journal, becomes this.

        `onward`: that the match is taken back to before it.
        """

    def entry(self, line: int) -> None:
        """Look at a line of the log to have it corrected together; 0: at none any more."""

    def propose(self, line: int, move: Mapping[str, Any] | None = None, onward: bool = False) -> None:
        """Propose that an entry of the log becomes this, or is struck out; `onward`: with all that came after it."""

    def export(self) -> None:
        """Download this match's transcript as this viewer may know it."""

    def print_analysis(self) -> None:
        """Download the analysis of a match that has ended as a PDF."""


class Owner(Protocol):
    """Whose host this is: the phones that have entered the code which its terminal shows."""

    def pair(self, code: str) -> None:
        """Enter that code: if it is right this phone is the owner's."""

    def give_up(self) -> None:
        """Let this phone be the owner's no more."""

    def alone(self) -> None:
        """Let no other phone be the owner's."""


class People(Protocol):
    """Tidying up who is who; for the host's owner."""

    def rename(self, person: int, name: str) -> None:
        """Call a person otherwise, also in matches that are over."""

    def merge(self, into: int, other: int) -> None:
        """Make two spellings one person, called as the first. It can be taken back for a day."""

    def leave_out(self, person: int, out: bool) -> None:
        """Leave a person out of the statistics, or let them in again."""

    def forget(self, person: int) -> None:
        """Take a person's name away everywhere; their seats stay, as a player's. It can be taken back for a day."""

    def take_back(self, tidied: str) -> None:
        """Give a forgotten name back, or make one person two again."""

    def erase(self, tidied: str) -> None:
        """Let that be taken back no more: a forgotten name is erased at once."""


class Keeping(Protocol):
    """Taking away what has been played, and bringing it along."""

    def open(self) -> None:
        """Show what can be taken away of the finished match that this phone looks at."""

    def picture(self) -> None:
        """Download its result as a picture to share."""

    def page(self) -> None:
        """Download its record as a web page that needs no host."""

    def paper(self) -> None:
        """Download its record as a PDF."""

    def table(self, what: str) -> None:
        """Owner: download `matches` or `seats` as CSV: all finished matches of this host."""

    def archive(self) -> None:
        """Owner: download all finished matches of this host as one archive."""

    def bring(self) -> None:
        """Owner: bring an archive along; what is here already stays as it is."""


class Actions(Protocol):
    """All that one phone may do, by subject."""

    @property
    def pages(self) -> Pages: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def new_match(self) -> NewMatch: ...

    @property
    def boards(self) -> Boards: ...

    @property
    def editor(self) -> Editor: ...

    @property
    def lobby(self) -> Lobby: ...

    @property
    def take_over(self) -> TakeOver: ...

    @property
    def demonstration(self) -> Demonstration: ...

    @property
    def sharing(self) -> Sharing: ...

    @property
    def secrets(self) -> Secrets: ...

    @property
    def owner(self) -> Owner: ...

    @property
    def people(self) -> People: ...

    @property
    def keeping(self) -> Keeping: ...

    @property
    def match(self) -> Match: ...
