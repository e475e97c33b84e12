"""What a phone of Giryaku holds while it is covered, and while it is open: everything in its tree is read."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import flet as ft
import pytest

from companion.games.giryaku.facts import Pick
from companion.games.giryaku.screen import SCREEN, table
from companion.games.table.context import PickStore
from companion.games.table.table import drawn as table_drawn
from companion.ui.theme import make_look
from referee.core.values import GAME_MASTER, PUBLIC
from tests.companion.games.giryaku import tables
from tests.companion.games.giryaku.test_play import steps
from tests.companion.screens.stage import EN, JA
from tests.players.giryaku import SECRET, _another, _secret, judged, play, truth
from tests.players.people import seated
from tests.shots.scenes import Still
from tests.shots.tree import drawn, held_in, names, press, words

APP = {"flip_mode": "app", **tables.BOX, "first_player": "p1"}


def screen(snap: Any, look: Any = EN) -> list[ft.BaseControl]:
    """The tree of a snapshot."""
    actions = Still()
    return drawn(lambda: table(look, snap, actions))


def texts(snap: Any, look: Any = EN) -> list[str]:
    """Every text that a phone is given to show a snapshot: what is read, spoken, or held by a handler, in order."""
    return [each for each in held_in(screen(snap, look)) if isinstance(each, str)]


def pairs(seed: int, viewer: str) -> Iterator[tuple[tables.Table, tables.Table]]:
    """Two matches with the same public record: somebody else noted other cards, or laid other ones face down."""
    random = Random(seed)
    moves = play(seed, APP, SECRET)
    secrets = [n for n, (actor, move) in enumerate(moves) if actor != viewer and _secret(move)]
    states, _ = judged(moves, APP, seated())
    for n in secrets:
        actor, move = moves[n]
        other = [*moves[:n], (actor, _another(dict(move), states[n], actor, random, True))]
        after, upheld = judged(other, APP, seated())
        if upheld and other[n] != moves[n] and truth(after[-1], viewer) == truth(states[n + 1], viewer):
            yield of(moves[: n + 1]), of(other)


def of(moves: Any) -> tables.Table:
    """A table on which these moves were declared."""
    made = tables.begun(**APP)
    for actor, move in moves:
        made = made.says(actor, **{("type_" if key == "type" else key): value for key, value in move.items()})
    return made


@pytest.mark.parametrize("seed", [252, 360])
def test_what_somebody_else_keeps_secret_changes_nothing_on_my_phone(seed: int) -> None:
    compared = 0
    for one, other in pairs(seed, "p1"):
        for viewer, held in (("p1", "covered"), ("p1", "kept"), (PUBLIC, "covered"), (GAME_MASTER, "covered")):
            assert texts(one.snap(viewer, held)) == texts(other.snap(viewer, held)), (viewer, held, one.view.phase)
        compared += 1
    assert compared, "no pair differs in a secret alone"


@pytest.mark.parametrize("seed", [252])
def test_my_own_covered_phone_looks_the_same_whatever_it_covers(seed: int) -> None:
    compared = 0
    for one, other in pairs(seed, PUBLIC):
        for viewer in ("p1", "p2"):
            assert texts(one.snap(viewer)) == texts(other.snap(viewer)), one.view.phase
        compared += 1
    assert compared, "no pair differs in a secret alone"


def test_a_flipped_board_shows_its_faces_only_on_its_owners_open_phone() -> None:
    now = tables.rearranged()
    faces = {EN.t("giryaku.screen.known_down", card=EN.t(f"words.giryaku.{kind}")) for kind in "NO"}

    def seen(viewer: str, held: str = "covered") -> set[str]:
        return {face for face in faces if any(face in said for said in texts(now.snap(viewer, held)))}

    assert seen("p1", "held") == faces
    assert seen(GAME_MASTER, "kept") == faces
    for viewer, held in (("p1", "covered"), ("p2", "covered"), ("p2", "kept"), (PUBLIC, "covered")):
        assert not seen(viewer, held), (viewer, held)


def test_cards_about_to_be_moved_unseen_are_backs_until_the_cover_opens() -> None:
    now = tables.flipped()
    face = EN.t("giryaku.screen.face_down")

    def backs(held: str) -> int:
        mine = [name for name in names(screen(now.snap("p1", held))) if name.startswith("Aki, ")]
        return sum(name.endswith(f": {face}") for name in mine)

    assert backs("covered") == 3
    assert backs("kept") == 0


def test_what_is_tapped_under_the_cover_leaves_with_it() -> None:
    now = tables.opened()
    entering = (f"hand@{now.view.turn}.None.p1", "S", "O")
    label = EN.t("giryaku.screen.note_hand")
    assert label in words(screen(now.snap("p1", "kept", entering=entering)))
    # The server gives nothing of it to a covered phone; and what was begun for another moment is not taken for this.
    assert label not in words(screen(now.snap("p1", entering=())))
    stale = ("hand@99.None.p1", "S", "O")
    assert label not in words(screen(now.snap("p1", "kept", entering=stale)))


def test_a_card_to_be_laid_face_down_is_chosen_under_the_cover_alone() -> None:
    from tests.companion.games.giryaku.thumbs import Thumb

    thumb = Thumb(tables.rearranged(), "p1")
    thumb.tap(thumb.t("face_down_short"))
    thumb.cell("p1", "3L")
    kinds = {thumb.kind(kind) for kind in "SNO"} | {thumb.t("known_down", card=thumb.kind(kind)) for kind in "SNO"}
    offered = [name for name in thumb.screen.names if name in kinds]
    assert offered == []
    thumb.main()
    assert [act for act, _, _ in thumb.actions.told if act == "keep"] == ["keep"]
    assert not [act for act, _, _ in thumb.actions.told if act == "declare"]


def test_a_reason_that_rests_on_my_hand_is_covered_with_it() -> None:
    now = tables.opened().says("p1", "enter_hand", cards=["S", "S"])
    why = EN.t("giryaku.screen.not_in_hand", card=EN.t("words.giryaku.N"))
    chosen = [Pick()]
    picks, actions = PickStore(lambda change: chosen.append(change(chosen[-1]))), Still()

    def tree(held: str) -> list[ft.BaseControl]:
        return drawn(lambda: table_drawn(SCREEN, EN, now.snap("p1", held), actions, chosen[-1], picks))

    press(tree("kept"), EN.t("words.giryaku.N"))
    assert why in words(tree("kept"))
    assert why not in words(tree("covered"))


def test_a_covered_phone_tells_nothing_of_a_private_refusal() -> None:
    now = tables.opened().says("p1", "enter_hand", cards=["S", "S"]).tries("p1", "place", col=3, card="N")
    assert now.refusal.private
    why = EN.t("giryaku.not_in_hand", card=EN.t("words.giryaku.N"))
    assert not any(why in said for said in texts(now.snap("p1")))
    assert why in words(screen(now.snap("p1", "kept")))
    # While the finger is down nothing may lie over the pad: the reason stands above it.
    assert why in words(screen(now.snap("p1", "held")))
    assert "GIRYAKU-4.1" not in words(screen(now.snap("p1", "held")))


def test_the_game_master_sees_noted_hands_only_while_open() -> None:
    now = tables.opened().says("p1", "enter_hand", cards=["S", "S"])
    hand = f"{EN.t('words.giryaku.S')} and {EN.t('words.giryaku.S')}"
    assert hand in words(screen(now.snap(GAME_MASTER, "kept")))
    assert hand not in words(screen(now.snap(GAME_MASTER)))


def test_both_languages_and_sizes_say_every_word() -> None:
    for seed in (252, 113):
        options = APP if seed == 252 else {"depth": "scores"}
        for n, (now, _, _) in enumerate(steps(seed, options, SECRET)):
            if n % 5:
                continue
            for viewer, held in (("p1", "covered"), ("p2", "kept"), (GAME_MASTER, "kept"), (PUBLIC, "covered")):
                look = make_look("ja" if n % 2 else "en", shape="tablet" if viewer == PUBLIC else "phone")
                tree = screen(now.snap(viewer, held), look)
                assert not [said for said in (*words(tree), *names(tree)) if "giryaku." in said or "{" in said]
    assert JA.t("giryaku.screen.title") != EN.t("giryaku.screen.title")
