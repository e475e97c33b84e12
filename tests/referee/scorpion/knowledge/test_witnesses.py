"""Every zone that is shown has a witness: a whole legal match that tells the same, and ends there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from referee import scorpion
from referee.__main__ import main
from referee.core.base import replace
from referee.core.transcripts import dump, load, replay
from referee.core.values import PUBLIC
from referee.scorpion import moves
from referee.scorpion.knowledge import witness
from referee.scorpion.knowledge.known import nothing_known
from referee.scorpion.knowledge.witness import Declared, Unwitnessed, Witnesses
from referee.scorpion.state import Marks, State, seats_of
from tests.players.scorpion.match import Played, any_options, judged, random_match
from tests.referee.scorpion.knowledge.boards import LEGAL
from tests.referee.scorpion.knowledge.enumeration import ruled_on, waived
from tests.referee.scorpion.knowledge.missions import matters
from tests.referee.scorpion.knowledge.small_matches import small
from tests.referee.scorpion.knowledge.test_broken import anywhere
from tests.referee.scorpion.knowledge.test_known import viewers
from tests.referee.scorpion.knowledge.wide_matches import begun, wide
from tests.referee.scorpion.knowledge.worlds import cited
from tests.shares import count, parts


def witnesses(acts: Sequence[Played], viewer: str = PUBLIC) -> Witnesses:
    return Witnesses(scorpion, acts[0].before, [said(act) for act in acts], viewer)


def said(act: Played) -> Declared:
    if isinstance(act.parsed, scorpion.ADJUSTMENT):
        return Declared(act.seat, adjustment=act.parsed)
    return Declared(act.seat, act.parsed)


def held(acts: Sequence[Played], looked: Witnesses, who: str, zone: str) -> None:
    """Let the referee judge a witness: every declaration is upheld, all is told as it was, and there they are."""
    state: State = looked.script.begun
    clauses: dict[int, str] = {}
    for one in looked.witness(who, zone):
        ruling = ruled_on(state, one.seat, one.move if one.adjustment is None else one.adjustment)
        assert ruling.upheld, (one, ruling.reason)
        clauses |= dict(cited(ruling, len(state.record)))
        state = ruling.state
    assert clauses == dict(cite for act in acts for cite in cited(act.ruling, len(act.before.record)))
    truth = acts[-1].ruling.state
    assert state.record == truth.record
    if truth.phase != "ended":  # then everybody sees everything
        assert scorpion.view(state, looked.viewer) == scorpion.view(truth, looked.viewer)
    assert zone in {c.zone for c in state.characters if who in (c.who, "intruder")}


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("WITNESSED_SMALL", 10), ids=str)
def test_every_zone_of_a_small_board_has_a_witness_and_no_other(seeds: range) -> None:
    looked = 0
    for seed in seeds:
        random, whole = Random(f"witness {seed}"), small(f"witness {seed}")
        last = next(i for i, act in enumerate(whole) if act.ruling.state.phase != "setup")
        acts = whole[: random.randint(last + 1, len(whole))]
        if matters(acts[-1].ruling.state):
            continue
        looked += sum(_witnessed(acts, viewer) for viewer in viewers(acts))
    assert looked


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("WITNESSED_WIDE", 10), ids=str)
def test_every_zone_has_a_witness_whatever_the_options_and_what_is_set_by_hand(seeds: range) -> None:
    looked = 0
    for seed in seeds:
        random, whole = Random(f"witness {seed}"), wide(f"witness {seed}")
        if not begun(whole) or any(waived(act) for act in whole) or matters(whole[-1].ruling.state):
            continue
        last = next(i for i, act in enumerate(whole) if act.ruling.state.phase != "setup")
        acts = whole[: random.randint(last + 1, len(whole))]
        looked += sum(_witnessed(acts, viewer) for viewer in viewers(acts))
    assert looked


def _witnessed(acts: Sequence[Played], viewer: str) -> int:
    """Let every zone that a viewer is shown have its witness, and no other; return how many were shown."""
    found, looked = witnesses(acts, viewer), 0
    for who in found.knowledge.names:
        zones = found.knowledge.zones(who)
        for zone in zones:
            held(acts, found, who, zone)
            looked += 1
        for zone in set(acts[0].before.board.ids) - {*zones}:
            with pytest.raises(Unwitnessed, match="the zone is out"):
                found.witness(who, zone)
    return looked


@pytest.mark.soak
@pytest.mark.clause("SCORPION-31.2")
@pytest.mark.parametrize("seeds", parts("WITNESSED_MISSIONS", 10), ids=str)
def test_where_the_alert_answers_at_missions_every_zone_has_a_witness_but_for_intruders(seeds: range) -> None:
    looked = 0
    for seed in seeds:
        options = {"alert_on_mission": "1", "alert_on_mission_when": "entered"}
        options |= {"lone_wolf": ("off", "on", "hidden")[seed % 3]}
        whole = small(f"mission {seed}", 2, LEGAL, **options)
        first = next(i for i, act in enumerate(whole) if act.ruling.state.phase != "setup")
        acts = whole[: Random(f"mission {seed}").randint(first + 1, len(whole))]
        state = acts[-1].ruling.state
        for viewer in (PUBLIC, seats_of(state, "guards")[0]):
            found = Witnesses(scorpion, *with_marks_declared(acts), viewer)
            for who in found.knowledge.names:
                for zone in found.knowledge.zones(who):
                    held(acts, found, who, zone)
                    looked += 1
        with pytest.raises(Unwitnessed, match="for intruders"):
            witnesses(acts, seats_of(state, "intruders")[0])
    assert looked


@pytest.mark.clause("SCORPION-29.3", "SCORPION-31.2")
def test_whoever_is_absent_has_no_mission_that_is_tried() -> None:
    options = {"alert_on_mission": "1", "alert_on_mission_when": "entered", "lone_wolf": "hidden"}
    acts = []
    for act in judged("absent 3", 2, options):
        acts.append(act)
        if act.before.phase == "intruders" and act.ruling.state.phase != "intruders":
            break
    found = witnesses(acts, "guards")
    for zone in ("T16", "G1", "E6"):  # where either of the two can be
        held(acts, found, "intruder", zone)


def with_marks_declared(acts: Sequence[Played]) -> tuple[State, list[Declared]]:
    """Return a match in which the guards declare the marks that lay already, before all else."""
    begun = acts[0].before
    marks = dict(begun.marks.objectives)
    for kind, zones in (("T", begun.marks.traps), ("H", begun.marks.hidden)):
        marks |= {f"{kind}{n}": zone for n, zone in enumerate(zones, 1)}
    record = moves.RecordMarks(marks=marks)  # type: ignore[arg-type]
    declared = [Declared(seats_of(begun, "guards")[0], record), *(Declared(act.seat, act.parsed) for act in acts)]
    return replace(begun, marks=Marks()), declared


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("WITNESSED_MATCHES", 10), ids=str)
def test_zones_of_a_castle_have_witnesses(seeds: range) -> None:
    looked = 0
    for seed in seeds:
        random = Random(f"tower {seed}")
        players = random.choice((2, 2, 3, 4))
        options = any_options(random, players) if seed % 3 else {}
        options.pop("alert_on_mission_when", None)
        whole = list(judged(f"tower {seed}", players, options))
        acts = whole[: random.randint(len(whole) // 5, len(whole))]
        found = witnesses(acts)
        places = [(who, zone) for who in found.knowledge.names for zone in found.knowledge.zones(who)]
        for who, zone in random.sample(places, min(len(places), count("WITNESSED"))):
            try:
                held(acts, found, who, zone)
            except Unwitnessed as none:
                assert (none.why, found.knowledge.rough) == ("rough", True)  # noqa: PT017  else it is refused in truth
            else:
                looked += 1
    assert looked


def test_zones_of_a_match_that_has_ended_have_witnesses_with_the_same_record() -> None:
    acts = list(judged("tower 57", 2))
    assert acts[-1].ruling.state.phase == "ended"
    found = witnesses(acts)
    for zone in ("K2", "K4", "G4"):
        held(acts, found, "traitor", zone)


# What has none


def test_a_zone_of_no_board_and_nobody_are_nowhere() -> None:
    found = witnesses(small("witness 0"))
    for who, zone in (("ninja", "Z99"), ("guard", "w")):
        with pytest.raises(Unwitnessed, match="the zone is out"):
            found.witness(who, zone)


def refused(acts: Sequence[Played], **kept: Any) -> str:
    with pytest.raises(Unwitnessed) as none:
        witnesses(acts, **kept)
    return none.value.why


def test_where_none_can_be_made_it_is_said_why() -> None:
    acts = list(judged(4, 2))
    begun = next(i for i, act in enumerate(acts) if act.ruling.state.phase != "setup")
    assert refused(acts[:begun]) == "not_begun"
    assert refused([acts[0], *acts[2:]]) == "refused"
    assert refused(list(judged(4, 2, {"depth": "scores"}))) == "not_supported"


@pytest.mark.clause("METSUKE-3.1")
def test_of_a_record_that_a_house_ruling_broke_there_is_none() -> None:
    """A walk across the board, after which somebody is seen, is explained by no legal play."""
    for seed in range(40):
        whole, random = small(f"broken {seed}", 1), Random(seed)
        at = next((i for i, act in enumerate(whole) if act.before.phase == "intruders"), None)
        ruled = None if at is None else anywhere(random, whole[at].before)
        if ruled is None or not any(e.kind == "discovered" for e in ruled.record[len(whole[at].before.record) :]):
            continue
        said = ruled.characters[0] if ruled.characters[0].walks else ruled.characters[1]
        path = scorpion.moves.LockPath.model_validate(
            {"type": "lock_path", "intruder": said.who, "steps": [{"do": "walk", "to": said.walks[-1].zones[-1]}]}
        )
        declared = [Declared(act.seat, act.parsed) for act in whole[:at]] + [Declared(said.seat, path, ruled=True)]
        try:
            Witnesses(scorpion, whole[0].before, declared)
        except Unwitnessed as none:
            if none.why == "broken":
                return
    pytest.fail("no record was broken")


def test_a_record_that_nobody_broke_and_no_play_explains_wants_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness, "nothing_known", lambda *given: replace(nothing_known(*given), broken=1))
    acts = list(judged(4, 2))
    assert refused(acts) == "unproved"
    assert Unwitnessed("unproved").unexplained


def test_how_far_a_witness_is_rises_while_the_record_is_read_and_then_to_its_end() -> None:
    whole = list(judged(4, 2))
    acts = whole[: len(whole) // 2]
    done: list[float] = []
    found = Witnesses(scorpion, acts[0].before, [said(act) for act in acts], progress=done.append)
    assert done == sorted(done)
    assert (len(done), done[-1]) == (len(found.record), 0.5)
    zone = found.knowledge.zones("ninja")[0]
    found.witness("ninja", zone, done.append)
    assert done == sorted(done)
    assert done[-1] == 1
    assert len(done) > len(found.record) + 1


# On the command line


def test_a_witness_is_a_transcript_that_the_referee_judges(tmp_path: Any, capsys: Any) -> None:
    match = random_match(scorpion, 3, 2)  # type: ignore[arg-type]
    file = tmp_path / "match.json"
    file.write_text(json.dumps(dump(match)), "utf-8")
    step = next(s for s in match.steps if s.ruling.state.turn == 3 and s.ruling.state.phase == "cards")
    state = step.ruling.state
    acts = [Played(s.before, s.seat, {}, scorpion.MOVE.validate_python(s.act.move), s.ruling) for s in match.steps]  # type: ignore[union-attr]
    known = witnesses(acts[: match.steps.index(step) + 1]).knowledge
    zone = next(z for z in known.zones("traitor") if z != state.characters[1].zone)
    assert main(["witness", str(file), "traitor", zone, "--at", str(step.number)]) == 0
    told = list(replay(load(capsys.readouterr().out, "witness")))
    assert all(one.ruling.upheld for one in told)
    assert told[-1].match.state.record == state.record
    assert told[-1].match.state.characters[1].zone == zone
    out = next(z for z in state.board.ids if z not in known.zones("traitor"))
    assert main(["witness", str(file), "traitor", out, "--at", str(step.number)]) == 1
    assert "the zone is out" in capsys.readouterr().err
    assert main(["witness", str(file), "traitor", zone, "--at", "99999"]) == 2


def test_where_a_shown_zone_has_no_witness_there_is_a_report_to_send(
    tmp_path: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = random_match(scorpion, 3, 2)  # type: ignore[arg-type]
    file = tmp_path / "match.json"
    file.write_text(json.dumps(dump(match)), "utf-8")

    def none(*_: Any) -> None:
        raise Unwitnessed("unproved")

    monkeypatch.setattr(Witnesses, "witness", none)
    assert main(["witness", str(file), "traitor", "W12", "--at", "140"]) == 1
    told = capsys.readouterr()
    assert "fault" not in told.err
    report = json.loads(told.out)
    assert next(iter(report)) == "secrets"
    assert report["asked"] == {"who": "traitor", "where": "W12", "viewer": PUBLIC, "at": 140}
    assert load(json.dumps(report["transcript"]), "report").begun.options == match.options
