"""Check that moves offered by prompts are legal and all others are not, for any game.

`check_offered` makes offered moves and expects them to be upheld. `check_answerable` expects, if something must be
declared, an offer from which a move can be made. `check_others` makes random moves that are not offered and expects
them to be refused. `excused` tells which rulings rest on another seat's secret, which a prompt cannot know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from random import Random
from typing import Any

from pydantic import TypeAdapter, ValidationError

from referee.check.places import Wrong as Wrong
from referee.check.places import place_in, place_of, said_by
from referee.check.player import own_prompts
from referee.core.game import Game
from referee.core.journal import Match
from referee.core.offers import Offer, One
from referee.core.values import GAME_MASTER, TABLE, Prompt, Refused, Ruling

Excuse = Callable[[str, Mapping[str, Any], Ruling], bool]


def no_excuse(seat: str, move: Mapping[str, Any], ruling: Ruling) -> bool:
    return False


def asked_of(match: Match, seat: str) -> Iterator[tuple[Prompt, Offer]]:
    """Yield what a seat may declare, for itself or for the table, as far as it knows."""
    for prompt in match.prompts(GAME_MASTER if seat == TABLE else seat):
        if prompt.seat in (seat, TABLE):
            for offer in prompt.offers:
                yield prompt, offer


def secret_of_others(match: Match) -> Excuse:
    """Return an excuse for rulings that the game master's prompts, which know all secrets, predict.

    A private refusal of a declaration for all that names another seat is excused too: that seat's notes do not fit the
    declaration, and offers do not say which of their values fit together.
    """

    def excused(seat: str, move: Mapping[str, Any], ruling: Ruling) -> bool:
        if not ruling.upheld and ruling.private and ruling.params.get("seat") not in (None, seat):
            return True
        known = [o for p in match.prompts(GAME_MASTER) if p.seat in (seat, TABLE) for o in p.offers]
        return ruling.upheld == any(offer.fits(move) for offer in known)

    return excused


def check_offered(match: Match, random: Random, tries: int = 2, excused: Excuse = no_excuse) -> int:
    """Make moves of every offer and return their number. Raises `Wrong` at the first that is refused."""
    made = 0
    for seat in (*(s.seat for s in match.seats), TABLE):
        for prompt, offer in asked_of(match, seat):
            if prompt.seat != seat:
                continue
            for _ in range(tries):
                try:
                    move = offer.any_of(random)
                except ValueError as error:
                    if any(choice.kind == "free" or choice == One(of=()) for choice in offer.fields.values()):
                        break  # nothing to make a move of
                    said = f"{seat} cannot make what {prompt.ask} offers, {error}: {offer}"
                    raise Wrong(said, rule="prompts", match=match) from None
                if not offer.fits(json.loads(json.dumps(move))):
                    raise Wrong(f"{offer} does not fit its own {move}", rule="prompts")
                _, ruling = match.act(seat, {"type": "declare", "seat": seat, "move": move, "salt": SALT})
                if not ruling.upheld and not excused(seat, move, ruling):
                    where, why = refused_at(match, seat, move)
                    said = f"{prompt.ask} offers {seat} {move}: {ruling.clause} {ruling.reason} {dict(ruling.params)}"
                    said = f"{said}, {why}" if why else said
                    again = partial(_try_again, seat, move, True)
                    raise Wrong(f"{said}, refused in {where}", rule="prompts", match=match, again=again)
                made += 1
    return made


def _try_again(seat: str, move: Mapping[str, Any], offered: bool, match: Match) -> None:
    """Raise `Wrong` if a move is offered but refused, or with `offered` false if it is upheld without an offer.

    A ruling that another seat's secret explains does not count: it is another fault, or none.
    """
    fits = any(offer.fits(move) for _, offer in asked_of(match, seat))
    _, ruling = match.declare(seat, move, SALT)
    if fits == offered and ruling.upheld != offered and not secret_of_others(match)(seat, move, ruling):
        raise Wrong(f"{seat} {move}", rule="prompts" if offered else "", kind="" if offered else str(move["type"]))


def refused_at(match: Match, seat: str, move: Mapping[str, Any]) -> tuple[str, str]:
    """Return where the game's code refuses a move, and what is wrong with a value that its field cannot hold.

    A move that the table refuses, and not the game, is refused where the game writes it.
    """
    written = place_of(match.game, str(move.get("type")))
    try:
        match.game.judge(match.state, seat, match.game.MOVE.validate_python(dict(move)))
    except Refused as refused:
        return place_in(refused, written), ""
    except ValidationError as wrong:
        return written, unfit(wrong)
    except Exception as fault:
        return place_in(fault, written), said_by(fault)
    return written, ""


def unfit(wrong: ValidationError) -> str:
    """Return the value of a move that its field cannot hold, and why."""
    first = wrong.errors()[0]
    return f"{'.'.join(map(str, first['loc'][1:]))} {first['input']!r}, which its type does not allow: {first['msg']}"


def check_answerable(match: Match, random: Random) -> None:
    """Raise `Wrong` if something must be declared but no move can be made of any offer."""
    asked = [
        prompt
        for seat in (*(s.seat for s in match.seats), TABLE)
        for prompt in own_prompts(match, seat)
        if prompt.must and prompt.ask != "table.consent"
    ]
    if asked and not any(_makes(offer, random) for prompt in asked for offer in prompt.offers):
        said = f"no offer can be made of what must be declared: {[(p.seat, p.ask, p.offers) for p in asked]}"
        raise Wrong(said, rule="prompts", match=match, again=partial(check_answerable, random=Random(0)))


def _makes(offer: Offer, random: Random) -> bool:
    """Tell whether a move can be made of an offer; a free field counts, since only the schema lists its values."""
    try:
        offer.any_of(random)
    except ValueError:
        return any(choice.kind == "free" for choice in offer.fields.values())
    return True


def check_others(match: Match, random: Random, tries: int = 20, excused: Excuse = no_excuse) -> int:
    """Make random moves that are not offered and return their number. Raises `Wrong` at the first that is upheld."""
    offers = {seat: [o for _, o in asked_of(match, seat)] for seat in (*(s.seat for s in match.seats), TABLE)}
    strings = strings_in(match)
    made = 0
    for _ in range(tries):
        seat = random.choice(list(offers))
        move = tried_move(match.game, offers, strings, random)
        if any(offer.fits(move) for offer in offers[seat]):
            continue
        _, ruling = match.act(seat, {"type": "declare", "seat": seat, "move": move, "salt": SALT})
        if ruling.upheld and not excused(seat, move, ruling):
            said = f"nothing offers {seat} {move}, and it is upheld: {ruling.clause} {ruling.reason}"
            again = partial(_try_again, seat, move, False)
            raise Wrong(said, kind=str(move["type"]), match=match, again=again)
        made += 1
    return made


SALT = "5a" * 16


def tried_move(game: Game, offers: Mapping[str, list[Offer]], strings: list[str], random: Random) -> dict[str, Any]:
    """Return a move that is offered to some seat, often with one value changed, or one made from the schema alone."""
    every = [offer for each in offers.values() for offer in each]
    schema, move = moves_schema(game.MOVE), dict[str, Any]()
    if every and random.random() < 0.7:
        with suppress(ValueError):
            move = random.choice(every).any_of(random)
    if not move:
        return value_of(schema, schema, strings, random)
    other = value_of({"$ref": schema["discriminator"]["mapping"][move["type"]]}, schema, strings, random)
    fields = [name for name in other if name != "type"]
    if fields and random.random() < 0.7:
        name = random.choice(fields)
        move[name] = other[name]
    return move


@lru_cache(maxsize=32)
def moves_schema(moves: TypeAdapter[Any]) -> dict[str, Any]:
    return moves.json_schema()


def resolved(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema that a `$ref` names, or the schema itself if it is none."""
    return root["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def value_of(schema: Mapping[str, Any], root: Mapping[str, Any], strings: list[str], random: Random) -> Any:
    """Return a random value that matches a schema, with strings taken from prompts and views."""
    schema = resolved(schema, root)
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            return value_of(random.choice(schema[choice]), root, strings, random)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return random.choice(schema["enum"])
    match schema.get("type"):
        case "object" if "properties" in schema:
            required = schema.get("required", ())
            return {
                name: value_of(inner, root, strings, random)
                for name, inner in schema["properties"].items()
                if name == "type" or name in required or random.random() < 0.5
            }
        case "object":
            inner = schema.get("additionalProperties")
            inner = inner if isinstance(inner, Mapping) else {"type": "string"}
            keys = random.sample(strings, min(len(strings), random.randint(0, 4)))
            return {key: value_of(inner, root, strings, random) for key in keys}
        case "array":
            inner = schema.get("items") or {"type": "string"}
            few = schema.get("minItems", 0)
            most = min(schema.get("maxItems", few + 3), few + 3)
            return [value_of(inner, root, strings, random) for _ in range(random.randint(few, most))]
        case "integer" | "number":
            least = schema.get("minimum", -1)
            return random.randint(least, min(schema.get("maximum", least + 9), least + 9))
        case "boolean":
            return random.random() < 0.5
        case "null":
            return None
    return random.choice(strings)


def strings_in(match: Match) -> list[str]:
    """Return the strings in the game master's prompts: seats, cards, zones and other names."""
    found: set[str] = {s.seat for s in match.seats}

    def gather(value: Any) -> None:
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                gather(key)
                gather(inner)
        elif isinstance(value, list | tuple):
            for inner in value:
                gather(inner)

    for prompt in match.prompts(GAME_MASTER):
        for offer in prompt.offers:
            gather(offer.model_dump(mode="json")["fields"])
    return sorted(found)
