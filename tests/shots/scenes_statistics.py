"""What finished matches come to: a person's page, a game's, the archive; few names and long ones."""

from __future__ import annotations

import base64
from dataclasses import replace
from functools import partial
from itertools import accumulate
from random import Random

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.contract.statistics import (
    ArchivePage,
    Course,
    GamePage,
    GameStatistics,
    KeptMatch,
    OpponentRecord,
    OverTime,
    OwnerPage,
    Pace,
    PersonPage,
    PersonStatistics,
    PointStatistics,
    RoleStatistics,
    Share,
    TidiedName,
)
from companion.screens.statistics.person import tidy_sheet
from companion.ui import qr
from companion.ui.theme import Look
from tests.shots.scenes import Scene, from_snapshot
from tests.shots.scenes_shell import LONG, NAMES, info

_random = Random(7)
_WON = [_random.random() < 0.42 for _ in range(31)]
ROLES = (
    RoleStatistics(
        "scorpion", "ninja", 5, 3, (Share("C", 1, 2), Share("E", 2, 3)), (Share("2", 1, 2), Share("3", 2, 3)),
        (("scorpion.part.done", 3), ("scorpion.part.dead", 2)), 14.0,
    ),
    RoleStatistics(
        "scorpion", "traitor", 4, 1, (Share("D", 1, 4),), (Share("3", 1, 4),),
        (("scorpion.part.inside", 2), ("scorpion.part.done", 1), ("scorpion.part.escaped", 1)), 16.5,
    ),
    RoleStatistics(
        "scorpion", "guards", 3, 2, (), (Share("2", 1, 1), Share("3", 1, 2)),
        (("scorpion.result.guards", 2), ("scorpion.result.draw", 1)), 9.0,
    ),
)  # fmt: skip


def statistics(lang: str, *, long: bool = False) -> PersonStatistics:
    names = (LONG if long else NAMES)[lang]
    rivals = [OpponentRecord(n, names[n], 15 - n, 9 + n, 2) for n in (0, 1)]
    if long:
        rivals += [OpponentRecord(n, names[n % 5], n % 7, n % 3, n % 2) for n in range(2, 14)]
    return PersonStatistics(
        matches=31,
        since="2026-05-03",
        won=sum(_WON),
        chance=7.8,
        row=4,
        longest=6,
        ranks=((1, 13), (2, 9), (3, 6), (4, 3)),
        over_time=OverTime(
            tuple(f"2026-{5 + n // 5:02}-{3 + n % 5:02}" for n in range(31)),
            tuple(accumulate(map(int, _WON))),
            tuple(round(0.25 * (n + 1), 2) for n in range(31)),
        ),
        against=tuple(rivals),
        points=(PointStatistics("scroll-trick", 9, 6.4, 15), PointStatistics("shinobazu", 10, 2.1, 0)),
        roles=ROLES,
        reneges=2,
        suited=19,
        pace=Pace(1440, 412, 38.0),
    )


def person(lang: str, *, long: bool = False) -> Snapshot:
    names = (LONG if long else NAMES)[lang]
    others = tuple((n, name) for n, name in enumerate(names) if n != 2)
    page = PersonPage(2, names[0 if long else 2], "", statistics(lang, long=long), owner=True, others=others)
    return Snapshot("person", page=page)


def stranger(lang: str) -> Snapshot:
    """Return a person's page on a phone that is not the owner's."""
    snap = person(lang)
    assert isinstance(snap.page, PersonPage)
    return replace(snap, page=replace(snap.page, owner=False, others=()))


def tidying(step: str, look: Look, actions: Actions) -> ft.Control:
    """Draw the sheet of a step over a person's page."""
    name = NAMES[look.lang][2]
    return tidy_sheet(look, actions, 2, name, False, (), step, lambda step: None)


def game(lang: str) -> Snapshot:
    names = NAMES[lang]
    course = Course(
        ("0.0", "1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "3.1", "3.2"),
        tuple(
            (name, points)
            for name, points in zip(
                names,
                ((0, 0, 1, 1, 2, 2, 2, 3, 3), (0, 1, 1, 1, 1, 2, 4, 4, 5), (0,) * 9, (0, 0, 0, 1, 1, 1, 1, 1, 2)),
                strict=True,
            )
        ),
    )
    stats = GameStatistics(
        matches=42,
        since="2026-03-01",
        length=31.5,
        sizes=((3, 12), (4, 30)),
        endings=(("shinobazu.fewest_points", 42),),
        points=PointStatistics("shinobazu", 156, 2.4, 0),
        reneges=5,
        suited=42,
        pace=Pace(1323, 2210, 21.5),
        months=tuple((f"2026-{m:02}", n) for m, n in enumerate((3, 8, 0, 5, 12, 4, 10), 3)),
        last=course,
        last_day="2026-09-28",
    )
    return Snapshot("game", page=GamePage("shinobazu", stats, unread=120))


def scorpion_game(lang: str) -> Snapshot:
    roles = tuple(replace(each, matches=each.matches * 4, won=each.won * 4) for each in ROLES)
    endings = (("scorpion.result.guards", 24), ("scorpion.result.intruders", 13), ("scorpion.result.draw", 3))
    stats = GameStatistics(
        matches=40, since="2026-03-01", length=94.0, sizes=((2, 8), (3, 32)), endings=endings, roles=roles,
        pace=Pace(3760, 5210, 41.0),
    )  # fmt: skip
    return Snapshot("game", page=GamePage("scorpion", stats))


def both(make: object, **given: object) -> dict[str, Snapshot]:
    return {lang: make(lang, **given) for lang in ("en", "ja")}  # type: ignore[operator]


LINK = "https://app.bgstatsapp.com/createPlay.html?data=" + "x" * 1000


def kept(lang: str) -> Snapshot:
    course = game(lang).page.statistics.last  # type: ignore[union-attr]
    code = "data:image/png;base64," + base64.b64encode(qr.png(LINK, 4, dense=True)).decode()
    ended = info(lang, *["here"] * 4, status="ended")
    return Snapshot("keeping", "seat", "p1", ended, page=KeptMatch(course, LINK, code))


BRINGING = Snapshot("archive", page=ArchivePage(1240, 36, True, ((3, "Dai"),), 410, 1000, True))
_REFUSED = (("k7Xm2Pq", "archive.why.result"), ("b41", "archive.why.game"), ("二条城", "archive.why.board"))
REFUSED = Snapshot("archive", page=ArchivePage(1252, 36, True, refused=_REFUSED))


def owner(lang: str, *, long: bool = False) -> Snapshot:
    names = (LONG if long else NAMES)[lang]
    tidied = (TidiedName("f1", names[0], "", "21:40"), TidiedName("m1", names[1], names[2], "20:12"))
    return Snapshot("owner", page=OwnerPage(True, others=2, tidied=tidied))


STRANGER = Snapshot("owner", page=OwnerPage(False))
SCENES = [
    Scene("person", partial(from_snapshot, both(person))),
    Scene("person-long", partial(from_snapshot, both(person, long=True)), modes=("light",)),
    Scene("person-large", partial(from_snapshot, both(person)), scale=1.5, modes=("dark",)),
    Scene("person-tablet", partial(from_snapshot, both(person)), "tablet", modes=("dark",), langs=("en",)),
    Scene("game", partial(from_snapshot, both(game))),
    Scene("game-scorpion", partial(from_snapshot, both(scorpion_game)), modes=("dark",)),
    Scene("keeping", partial(from_snapshot, both(kept))),
    Scene("archive", partial(from_snapshot, BRINGING)),
    Scene("archive-refused", partial(from_snapshot, REFUSED), modes=("light",)),
    Scene("archive-stranger", partial(from_snapshot, Snapshot("archive", page=ArchivePage(12, 4, False))),
          modes=("light",), langs=("en",)),
    Scene("owner", partial(from_snapshot, both(owner))),
    Scene("owner-long", partial(from_snapshot, both(owner, long=True)), modes=("light",)),
    Scene("owner-large", partial(from_snapshot, both(owner)), scale=1.5, modes=("dark",)),
    Scene("owner-code", partial(from_snapshot, STRANGER)),
    Scene("person-stranger", partial(from_snapshot, {lang: stranger(lang) for lang in ("en", "ja")}), modes=("dark",)),
    *(Scene(f"person-{step.replace(':', '-')}", partial(tidying, step), modes=("dark",))
      for step in ("forget", "forget:sure")),
]  # fmt: skip
