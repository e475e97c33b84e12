"""How a phone likes to look and sound."""

from __future__ import annotations

from companion.contract.snapshot import ANNOUNCED, MODES, SCALES, TURNS, VOICES, VOLUMES
from companion.i18n import languages
from companion.phones.device_storage import put_away
from companion.phones.session import Phone


class SettingActions:
    """Settings of one phone; see `companion.contract.actions.Settings`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def language(self, code: str) -> None:
        """Speak a language on this phone; one that is not ours changes nothing."""
        if code in languages():
            self._phone.prefer(language=code)

    def brightness(self, mode: str) -> None:
        if mode in MODES:
            self._phone.prefer(mode=mode)

    def tap_to_open(self, on: bool) -> None:
        self._phone.prefer(tap_to_open=bool(on))

    def aloud(self, on: bool) -> None:
        self._phone.prefer(aloud=bool(on))

    def announce(self, what: str) -> None:
        if what in ANNOUNCED:
            self._phone.prefer(announce=what)

    def turn(self, how: str) -> None:
        if how in TURNS:
            self._phone.prefer(turn=how)

    def teach(self, on: bool) -> None:
        self._phone.prefer(teach=bool(on), learnt=() if on else self._phone.storage.learnt)

    def learnt(self, lesson: str) -> None:
        self._phone.prefer(learnt=put_away(self._phone.storage.learnt, str(lesson)))

    def text_size(self, scale: float) -> None:
        if scale in SCALES:
            self._phone.prefer(scale=scale)

    def voice(self, length: str) -> None:
        if self._phone.where.role == "display" and length in VOICES:
            self._phone.prefer(voice=length)

    def volume(self, loud: float) -> None:
        if loud in VOLUMES:
            self._phone.prefer(volume=loud)

    def sound(self, on: bool) -> None:
        if self._phone.where.role == "display":
            self._phone.prefer(sound=bool(on))
