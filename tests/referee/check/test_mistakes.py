"""Mistakes that newcomers make, planted one by one: each is found, by a message that names the place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.check.mistakes import find_mistakes
from referee.core.games import GAMES
from tests.own_games import OWN_GAMES
from tests.referee.check.planting import EN, JA, RULES, SOON, Edit, dice, new_game
from toy_game import TOY, Guess

MATCHES = 3


@pytest.mark.parametrize("key", OWN_GAMES)
def test_the_games_that_come_with_metsuke_have_none_of_them(key: str) -> None:
    assert find_mistakes(GAMES[key], MATCHES, 0, {}) == []


@pytest.mark.parametrize("facts", [{"depth": "scores"}, {"during": frozenset({"deal"})}])
def test_a_move_that_is_upheld_where_its_class_does_not_allow_it_is_found(
    facts: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "guess is upheld in plays, where its class does not allow it"
    assert not any(said in fault for fault in find_mistakes(TOY, MATCHES, 0, {}))
    monkeypatch.setattr(Guess, "about", replace(Guess.about, **facts))
    assert any(said in fault for fault in find_mistakes(TOY, MATCHES, 0, {}))


def test_a_new_game_has_none_of_them(tmp_path: Path) -> None:
    assert new_game(tmp_path) == []


CRASH = "    me.number, me.hides = number, True\n"
SHORT: Mapping[str, tuple[Edit, str]] = {
    "a field that says not who sees it": (
        (RULES, "number: Mine[int | None]", "number: int | None"),
        r"Hand\.number: who may see it",
    ),
    "a field of the table that is one seat's": ((RULES, "round: Open", "round: Mine"), r"Round\.round: is Mine"),
    "a part that is no dataclass": ((RULES, "@dataclass\nclass Hand", "class Hand"), r"Hand: is no dataclass"),
    "points that are hidden": ((RULES, "points: Open", "points: Mine"), rf"{RULES}:\d+: points='points' is no Open"),
    "a secret field that is not marked": (
        (RULES, "Secret[Number]", "Number"),
        rf"{RULES}:\d+: everybody is told 'number' of move hide, and not everybody may know Hand\.number",
    ),
    "a field without a type": (
        (RULES, "number: Secret[Number]", "number"),
        rf"{RULES}:\d+: move hide: what is 'number'",
    ),
    "a field with any text": (
        (RULES, "Secret[Number]", "Secret[str]"),
        rf"{RULES}:\d+: move hide: which values may 'number' hold",
    ),
    "values for no field": (
        (RULES, "@game.move\n", "@game.move(numbr=lambda t, me: ())\n"),
        rf"{RULES}:\d+: move hide has no field 'numbr'",
    ),
    "a secret that is told": (
        (RULES, '"hid", seat=me.seat', '"hid", seat=me.seat, number=number'),
        rf"{RULES}:\d+: 'hid' tells everybody 'number', a secret",
    ),
    "a secret that is laid open": (
        (RULES, CRASH, CRASH + "    me.shown = number\n"),
        r"Hand\.shown: everybody sees it, and hide puts a secret there",
    ),
    "a reveal that is forgotten": (
        (RULES, "t.reveals(hand.number)", "hand.number"),
        rf"{RULES}:\d+: 'showed' tells everybody 'number', a secret",
    ),
    "a refusal by no clause": ((RULES, '"2.1", "hidden', '"9.9", "hidden'), rf"{RULES}:\d+: .* cites '9.9'"),
    "a notice by no clause": ((RULES, '"2.1", "hid"', '"9.9", "hid"'), rf"{RULES}:\d+: 'hid' cites '9.9'"),
    "an end by no clause": (
        (RULES, 'over("3.1")', 'over("9.9")'),
        r"the result cites PLANTED-9\.9, which is no clause",
    ),
    "a refusal by what others hide": (
        (RULES, CRASH, '    t.must(all(h.number != number for h in t.players), "2.1", "hidden_already")\n' + CRASH),
        rf"{RULES}:\d+: .*move hide .* what only others know",
    ),
    "a move that tells nothing": (
        (RULES, '    t.tell("2.1", "hid", seat=me.seat)\n', ""),
        rf"{RULES}:\d+: move hide tells nobody what it was",
    ),
    "a move that fails seldom": (
        (RULES, CRASH, "    _ = 1 // (6 - number)\n" + CRASH),
        rf"{RULES}:\d+: move hide: ZeroDivisionError",
    ),
    "a winner that is no seat": (
        (RULES, "[hand.seat for hand in t.players if", "['Zoe' for hand in t.players if"),
        r"Zoe",
    ),
    "a match that stops": (
        (RULES, "hand.hides = None, False", "hand.hides = None, True"),
        r"nobody can declare anything",
    ),
    "a set-up that fails": (
        (
            RULES,
            "@game.move\n",
            "@game.setup\ndef setup(t: Any) -> None:\n    t.players[9].points = 1\n\n\n@game.move\n",
        ),
        rf"{RULES}:\d+: setup: IndexError",
    ),
    "a seat that nobody has": (
        (RULES, CRASH, CRASH + '    t.player("Zoe")\n'),
        rf"{RULES}:\d+: nobody sits at 'Zoe'",
    ),
    "a refusal that one language lacks": (
        (JA, 'msgid "{0}.hidden', 'msgid "{0}.was_hidden'),
        r"no words: planted_\d+\.hidden_already \(ja\)",
    ),
    "a notice that one language lacks": (
        (EN, 'msgid "{0}.hid"', 'msgid "{0}.hit"'),
        r"no words: planted_\d+\.hid \(en\)",
    ),
    "a clause with an odd number": (("clauses/en.toml", "-3.1", "-three"), r"en\.toml: 'PLANTED-three' is no id"),
    "screens that are nowhere": (
        (RULES, '.screens"', '.sceens"'),
        r"the screens planted_\d+\.sceens cannot be imported",
    ),
    "screens without a UI": (("screens.py", "UI = ", "SCREEN = "), r"screens\.py:1: has no UI"),
    "screens that fail": (("screens.py", 'sign="新"', "sing=1"), r"screens\.py:\d+: the screens .* TypeError"),
    "a default beyond its bounds": (
        (RULES, "le=9)] = 3", "le=9)] = 12"),
        rf"{RULES}:\d+: the default of the option 'goal': Input should be less",
    ),
    "options of another kind": (
        (RULES, "class Options(ShortOptions)", "class Options"),
        rf"{RULES}:\d+: options=.* no class that inherits from ShortOptions",
    ),
    "a key with a space": ((RULES, 'ShortGame("', 'ShortGame("a '), rf"{RULES}:\d+: the key 'a planted-\d+'"),
    "players that nobody can be": ((RULES, "range(2, 6)", "range(6, 2)"), rf"{RULES}:\d+: players=.* nobody can play"),
    "points that are text": ((RULES, "points: Open[int] = 0", "points: Open[str] = ''"), rf"{RULES}:\d+: points="),
    "points by another name": ((RULES, 'points="points"', 'points="pionts"'), rf"{RULES}:\d+: points='pionts'"),
    "two moves of one name": (
        (RULES, "def show(t: Any)", "@game.move\ndef hide(t: Any, me: Any) -> None:\n    pass\n\n\ndef show(t: Any)"),
        rf"{RULES}:\d+: there is a move hide already",
    ),
    "a field by the name of the move": (
        (RULES, "number: Secret[Number])", "type: Secret[Number])"),
        rf"{RULES}:\d+: move hide: a field cannot be called 'type'",
    ),
    "a move without a table": (
        (RULES, "hide(t: Any, me: Any, number: Secret[Number])", "hide(me: Any)"),
        rf"{RULES}:\d+: move hide takes the table and the player",
    ),
    "a table under another name": (
        (RULES, "def hide(t: Any", "def hide(table: Any"),
        rf"{RULES}:\d+: move hide: NameError: name 't'",
    ),
    "a refusal that is misspelled": ((RULES, "t.must(", "t.musst("), rf"{RULES}:\d+: move hide: AttributeError"),
    "a field of the state that is misspelled": (
        (RULES, "me.number, me.hides =", "me.number, me.hidden ="),
        rf"{RULES}:\d+: Hand has no field 'hidden'",
    ),
    "a notice that holds a player": (
        (RULES, '"hid", seat=me.seat', '"hid", seat=me'),
        rf"{RULES}:\d+: 'hid' tells 'seat' as a Hand",
    ),
    "what others hide, in a sum that is told": (
        (RULES, '"hid", seat=me.seat', '"hid", seat=me.seat, total=sum(h.number or 0 for h in t.players)'),
        rf"{RULES}:\d+: what move hide does rests on what only others know",
    ),
    "a winner that is no list": (
        (RULES, "return [hand.seat for hand in t.players if hand.points == t.options.goal] or None",
         "return next((hand.seat for hand in t.players if hand.points == t.options.goal), None)"),
        rf"{RULES}:\d+: over returns 'p\d', which is no list of seats",
    ),
    "a match without an end": (
        (RULES, "hand.points == t.options.goal", "hand.points == -1"),
        rf"{RULES}:\d+: the match does not end within {SOON} declarations",
    ),
    "no end at all": ((RULES, '@game.over("3.1")\n', ""), r"planted_\d+: the game has no @game\.over"),
    "a move that nobody may make": (
        (RULES, "t.must(not me.hides", "t.must(me.hides"),
        rf"{RULES}:\d+: nobody can declare anything",
    ),
    "a move that draws by itself": (
        (RULES, CRASH, "    me.points += __import__('random').randrange(2)\n" + CRASH),
        rf"{RULES}:\d+: hide comes to something else when it is judged again",
    ),
    "a move that remembers": (
        (RULES, CRASH, "    hide.n = getattr(hide, 'n', 0) + 1\n    me.points += hide.n % 3 == 0\n" + CRASH),
        rf"{RULES}:\d+: hide comes to something else when it is judged again",
    ),
    "a name that one language lacks": ((JA, 'msgid "app.game.', 'msgid "app.gam.'), r"no words: app\.game\..* \(ja\)"),
    "a group of clauses without a title": (
        (EN, 'msgid "app.group.', 'msgid "app.grp.'),
        r"no words: app\.group\.planted-\d+\.1 \(en\)",
    ),
    "words for more than is said": (
        (EN, 'msgid "{0}.hid"\nmsgstr "', 'msgid "{0}.hid"\nmsgstr "{colour} '),
        r"words for more than is said: planted_\d+\.hid \(en\) colour",
    ),
    "a set-up that draws": (
        (RULES, "@game.move\n",
         "@game.setup\ndef setup(t: Any) -> None:\n    t.round = __import__('random').randrange(99)\n\n\n@game.move\n"),
        rf"{RULES}:\d+: a match begins otherwise each time: begin draws, or remembers",
    ),
    "an end that waits for nothing": (
        (RULES, " == t.options.goal] or None", " == t.options.goal]"),
        rf"{RULES}:\d+: the match has ended before anything was declared",
    ),
    "an option that is misspelled": (
        (RULES, "t.options.goal", "t.options.goals"), rf"{RULES}:\d+: .*AttributeError: .*'goals'",
    ),
    "a default that all players share": (
        (RULES, "shown: Open[int] = 0", "shown: Open[list[int]] = []"),
        rf"{RULES}:\d+: .* cannot be loaded: ValueError: mutable default .* shown",
    ),
    "values that cannot be listed": (
        (RULES, "@game.move\n", "@game.move(number=lambda t, me: range(1, me.most))\n"),
        rf"{RULES}:\d+: .*AttributeError: 'Hand' object has no attribute 'most'",
    ),
    "a draw that fails": (
        (RULES, "@game.move\n", "@game.move(drawn_by=lambda t, me, random: {'number': random.choice(me.left)})\n"),
        rf"{RULES}:\d+: .*drawn_by of hide: AttributeError: 'Hand' object has no attribute 'left'",
    ),
    "a draw that is refused": (
        (RULES, "@game.move\n", "@game.move(drawn_by=lambda t, me, random: {'number': random.randint(7, 9)})\n"),
        rf"{RULES}:\d+: the app draws .*'hide', 'number': [789].*, and it is refused",
    ),
    "a seat that is told and that nobody has": (
        (RULES, CRASH, CRASH + '    t.tell_to("Zoe", "2.1", "hid")\n'),
        rf"{RULES}:\d+: hide tells 'Zoe' planted_\d+\.hid, and nobody sits there",
    ),
    "a clause and a reason in the wrong order": (
        (RULES, '"2.1", "hidden_already"', '"hidden_already", "2.1"'), rf"{RULES}:\d+: '2.1' cites 'hidden_already'",
    ),
    "an option that has no words": (
        (JA, 'msgid "{0}.option.goal"', 'msgid "{0}.option.gaol"'), r"no words: planted_\d+\.option\.goal \(ja\)",
    ),
    "words with an open brace": ((EN, "{seat} scores", "{seat scores"), r"en: planted_\d+\.scored: "),
    "words that stand twice": (
        (JA, 'msgid "{0}.hid"', 'msgid "{0}.showed"'), r"\.po: planted_\d+\.showed stands twice",
    ),
    "a clause that one language lacks": (("clauses/ja.toml", "-3.1", "-3.2"), r"ja\.toml: PLANTED-3\.2 stands where"),
    "a value that no field of its type can hold": (
        (RULES, "@game.move\n", "@game.move(number=lambda t, me: (7,))\n"),
        rf"{RULES}:35: hide is offered with number 7, which its type does not allow: Input should be less",
    ),
    "a value that the view cannot show": (
        (RULES, CRASH, CRASH + "    me.shown = 'many'\n"),
        rf"{RULES}:\d+: (?!.*pydantic/).*'many'",
    ),
    "an assertion instead of a refusal": (
        (RULES, CRASH, "    assert number != 3\n" + CRASH),
        rf"{RULES}:39: move hide: AssertionError: use t\.must\(…\) for what a player may do wrong",
    ),
    "winners with different points": (
        (RULES, "[hand.seat for hand in t.players if hand.points == t.options.goal] or None",
         "[hand.seat for hand in t.players] if any(h.points == t.options.goal for h in t.players) else None"),
        rf"{RULES}:\d+: p\d, a winner, has place \d; .* all winners share place 1: .*leave `points` out",
    ),
}


@pytest.mark.parametrize("name", SHORT)
def test_a_mistake_in_a_game_that_is_written_the_short_way_is_found(name: str, tmp_path: Path) -> None:
    edit, said = SHORT[name]
    faults = new_game(tmp_path, edit, said=said)
    assert any(re.search(said, fault) for fault in faults), faults


DICE: Mapping[str, tuple[Edit, str]] = {
    "a draw of more than there is": (
        (RULES, "random.choices(FACES, k=me.left)", "random.choices(FACES, k=t.options.dice + 1)"),
        rf"{RULES}:\d+: the app draws .*'roll'.*, and it is refused: LIARS-2\.1 liars_dice\.not_all_dice",
    ),
    "an offer of less than the rules allow": (
        (RULES, "range(1, sum(cup.left for cup in t.players) + 1)", "range(1, me.left + 1)"),
        rf"{RULES}:\d+: bid is upheld, and nothing offers it: .*'count': \d",
    ),
}


@pytest.mark.parametrize("name", DICE)
def test_a_mistake_in_a_game_with_draws_and_hidden_dice_is_found(name: str, tmp_path: Path) -> None:
    edit, said = DICE[name]
    faults = dice(tmp_path, edit, said=said)
    assert any(re.search(said, fault) for fault in faults), faults
