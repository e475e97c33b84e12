"""Reading printed sheets as a person does, and tapping what they say into phones: field by field, in their order."""

from __future__ import annotations

import io
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator
from pypdf import PdfReader

from companion.contract.game_ui import Choice, Counts, Field, Step, Things, Zones
from companion.i18n import Translator
from companion.screens.take_over import MOST_STEPS
from tests.browser.phones import HEIGHT, PATIENCE, STEP, BrowserPhone

Entered = Mapping[str, Any]
Steps = Callable[[Entered], Sequence[Step]]
"""The steps of a part, of what has been entered so far: later ones depend on earlier ones."""
TOP, BOTTOM, EDGE = 140, 660, 11
"""Where fingers reach between the head and the dock, and pixels from the left edge that are no part of a map."""

SOON = 5
"""Seconds within which the host has taken in a tap that it was told of."""


def pages(document: bytes) -> list[str]:
    """Return the text of each page of a document, without its gaps."""
    return ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(document)).pages]


def read(text: str, steps: Steps, t: Translator) -> dict[str, Any]:
    """Return what a sheet says, from top to bottom."""
    found: dict[str, Any] = {}
    at = 0
    while at < len(lines := [(step, each) for step in steps(found) for each in step.fields]):
        step, field = lines[at]
        for title in (step.title, field.title) if field is step.fields[0] else (field.title,):
            _, there, text = text.partition(_bare(title))
            assert there, f"{title} is not on the sheet"
        found[field.key], text = _value(field, text, t)
        at += 1
    return {key: value for key, value in found.items() if value}


def _bare(words: str) -> str:
    return "".join(words.split())


def _value(field: Field, text: str, t: Translator) -> tuple[Any, str]:
    """Return what stands behind a title, and the text after it."""
    nothing, comma = _bare(t("app.take_over.nothing")), _bare(t("app.list.comma"))
    if isinstance(field, Counts):
        numbers = {}
        for key, label in field.rows:
            row = re.match(re.escape(_bare(label)) + r"(\d+)" + f"(?:{re.escape(comma)})?", text)
            assert row, f"{label} of {field.title} is not on the sheet: {text[:60]}"
            numbers[key], text = int(row[1]), text[row.end() :]
        return numbers, text
    assert isinstance(field, Choice | Things | Zones)
    words = {_bare(each): each for each in field.zones} if isinstance(field, Zones) else {}
    words |= {} if isinstance(field, Zones) else {_bare(label): value for value, label in field.values}
    if text.startswith(nothing):
        return None, text.removeprefix(nothing)
    listed = []
    while True:
        text = re.sub(r"^\d+\.", "", text) if isinstance(field, Things) and field.ordered else text
        word = max((each for each in words if text.startswith(each)), key=len, default="")
        assert word, f"{field.title} says {text[:60]}"
        listed.append(words[word])
        text = text.removeprefix(word)
        if not text.startswith(comma):
            break
        text = text.removeprefix(comma)
    return (listed[0] if isinstance(field, Choice) else listed), text


class Copyist:
    """Somebody who taps what a sheet says, and taps again what the host has not taken in. `taps` counts them."""

    def __init__(self, phone: BrowserPhone, kept: Callable[[], Entered]) -> None:
        self.phone, self.t, self.kept, self.taps = phone, phone.t, kept, 0
        """`kept` returns what the host keeps of the part by now."""

    def copy(self, steps: Steps, begun: Entered, wanted: Entered, last: str) -> None:
        """Enter a part, from what its fields begin with; `last` is the button below its last step."""
        now, at = dict(begun), 0
        while at < len(steps(now)):
            done = 0
            while done < len(steps(now)[at].fields):
                step = steps(now)[at]
                field = step.fields[done]
                self._enter(step, field, now.get(field.key), wanted.get(field.key))
                now[field.key] = wanted.get(field.key)
                done += 1
            at += 1
            self._reach_and_touch(
                self.phone.button(last if at == len(steps(now)) else self.t("app.take_over.next")), False
            )

    def _enter(self, step: Step, field: Field, now: Any, wanted: Any) -> None:
        match field:
            case Counts():
                for row, label in field.rows:
                    less, more = ((each or {}).get(row, field.least) for each in (now, wanted))
                    self._count(step, field, row, label or field.title, less, more)
            case Choice() if wanted and wanted != now:
                self._tap(field.key, self._named(step, field, dict(field.values)[wanted]))
            case Things():
                has, wants = Counter(now or ()), Counter(wanted or ())
                for each in (has - wants).elements():
                    label = dict(field.values)[each]
                    drop = field.copies > 1
                    words = self.t("app.take_over.drop", thing=label) if drop else label
                    self._tap(field.key, self.phone.button(words) if drop else self._named(step, field, words))
                for each in (wants - has).elements() if not field.ordered else wanted or ():
                    self._tap(field.key, self._named(step, field, dict(field.values)[each]))
            case Zones() if wanted != now:
                assert not now, "nothing is on the map before"
                if len([each for each in step.fields if isinstance(each, Zones)]) > 1:
                    self._reach_and_touch(self.phone.button(re.compile(f"^{re.escape(field.title)}: ")), True)
                for zone in wanted:
                    self._tap(field.key, self.phone.button(re.compile(f"^{zone}[,.] ")), self.phone.touch_named)

    def _count(self, step: Step, field: Counts, row: str, name: str, now: int, wanted: int) -> None:
        place = [
            (f.key, r) for f in step.fields if isinstance(f, Counts) for r, lab in f.rows if (lab or f.title) == name
        ]
        key = self.t("new.more" if wanted > now else "new.less", name=name)
        if field.most - field.least > MOST_STEPS and abs(wanted - now) > 1 + len(str(wanted)):
            box = self.phone.page.get_by_role("textbox", name=name, exact=True).nth(place.index((field.key, row)))
            self._reach(box)
            self.phone.write_into(box, str(wanted))
            self.taps += 1 + len(str(wanted))
            return
        buttons = self.phone.page.get_by_role("button", name=key, exact=True)
        for _ in range(abs(wanted - now)):
            self._tap(field.key, buttons.nth(place.index((field.key, row))))

    def _named(self, step: Step, field: Choice | Things, words: str) -> Locator:
        """Return the button of a choice: other fields of the step may offer the same words before it."""
        before = 0
        for other in step.fields:
            if other.key == field.key:
                break
            if isinstance(other, Choice | Things):
                before += sum(label == words for _, label in other.values)
        return self.phone.page.get_by_role("button", name=words, exact=True).nth(before)

    def _tap(self, key: str, target: Locator, touch: Callable[[Locator], None] | None = None) -> None:
        """Tap something of a field until the host has taken it in."""
        before, end = self.kept().get(key), time.monotonic() + PATIENCE / 1000
        while True:
            self._reach_and_touch(target, touch is None, touch)
            again = time.monotonic() + SOON
            while time.monotonic() < again:
                if self.kept().get(key) != before:
                    return
                self.phone.next_frame()
            assert time.monotonic() < end, f"{key} is never taken in"

    def _reach_and_touch(self, target: Locator, reach: bool, touch: Callable[[Locator], None] | None = None) -> None:
        target.wait_for(state="attached")
        if reach:
            self._reach(target)
        (touch or self.phone.touch)(target)
        self.taps += 1

    def _reach(self, target: Locator) -> None:
        """Scroll until a finger reaches something, with the finger beside the map: on it, it would zoom."""
        end = time.monotonic() + PATIENCE / 1000
        self.phone.page.mouse.move(EDGE, HEIGHT / 2)
        while (box := target.bounding_box()) is None or not TOP <= box["y"] + box["height"] / 2 <= BOTTOM:
            assert time.monotonic() < end, f"{target} cannot be reached"
            self.phone.page.mouse.wheel(0, -STEP if box is not None and box["y"] < TOP else STEP)
            self.phone.next_frame()
            self.phone.next_frame()
