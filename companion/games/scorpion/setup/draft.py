"""What a seat has begun to enter and has not declared yet: short texts that stay with the server.

They are there only while the seat's cover is open, and outlive its closing. Each text is a part's name, a colon and a
value; whoever began a part and left nothing in it keeps the name alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.games.scorpion.frame import Ctx
from companion.ui import Act, act


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been begun, as its texts."""

    texts: tuple[str, ...] = ()

    def of(self, part: str) -> tuple[str, ...] | None:
        """Return the values of a part, or None while nobody has begun it."""
        found = [text.removeprefix(f"{part}:") for text in self.texts if text.startswith(f"{part}:")]
        return tuple(value for value in found if value) if found else None

    def one(self, part: str, else_: str = "") -> str:
        """Return the only value of a part, or `else_` where there is none."""
        return next(iter(self.of(part) or ()), else_)

    def but(self, part: str, *values: str) -> Draft:
        rest = (text for text in self.texts if not text.startswith(f"{part}:"))
        return Draft((*rest, *(f"{part}:{value}" for value in values or ("",))))


def draft_of(ctx: Ctx) -> Draft:
    """Return what this seat, or the seat that a game master answers for, has begun; nothing while it is covered."""
    if not ctx.open:
        return Draft()
    if not ctx.acting:
        return Draft(ctx.snap.entering)
    whose, texts = ctx.pick.to[:1], ctx.pick.to[1:]
    return Draft(texts if whose == (f"@{ctx.acting}",) else ())


def keeper(ctx: Ctx) -> Act:
    """Return the act that keeps the texts it is given. A game master's are not kept for anybody else."""
    return act(_for, ctx.choose("to"), ctx.acting) if ctx.acting else act(ctx.actions.secrets.hands)


def _for(choose: Act, seat: str, texts: Sequence[str]) -> None:
    choose((f"@{seat}", *texts))


def put(ctx: Ctx, part: str, *values: str) -> Act:
    return act(keep, keeper(ctx), draft_of(ctx).but(part, *values))


def keep(keep_: Act, draft: Draft) -> None:
    keep_(draft.texts)


def put_told(ctx: Ctx, part: str) -> Act:
    """Return the act that gives a part the value which its control tells."""
    return act(_told, keeper(ctx), draft_of(ctx), part)


def _told(keep_: Act, draft: Draft, part: str, value: str) -> None:
    keep_(draft.but(part, value).texts)


# Counts


def packed(kinds: Iterable[str], counts: Mapping[str, int]) -> str:
    return ".".join(str(counts.get(kind, 0)) for kind in kinds)


def unpacked(kinds: Iterable[str], text: str) -> dict[str, int]:
    """Return how many there are of each kind, none left out; all 0 for an empty text."""
    every = tuple(kinds)
    numbers = [int(n) for n in text.split(".")] if text else [0] * len(every)
    return dict(zip(every, numbers, strict=True))
