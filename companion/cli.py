"""The command `metsuke`: host a table, or play in a window of this device."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, NoReturn

from companion import __version__
from companion.hosting.terminal import fill_closed, flush_or_drop
from referee.core.rulebook import OWN

WRONG = 2
"""Exit code for an unusable argument, setting or installation."""
INTERRUPTED = 130
"""Exit code of Ctrl-C before there is anything to stop."""


class _Parser(argparse.ArgumentParser):
    """Argument parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG, f"metsuke: {message}. See metsuke --help\n")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line. Values are checked later, by the settings, whatever their source."""
    made = _Parser(
        prog="metsuke",
        allow_abbrev=False,
        description="A digital referee beside the table. Without arguments it hosts a table for the phones around it.",
        epilog="Every option can stand in flet.toml, or in the environment as METSUKE_PORT, METSUKE_DATABASE, …",
    )
    made.add_argument("--version", action="version", version=f"metsuke {__version__}")
    made.add_argument(
        "--licences",
        action=_Licences,
        nargs=0,
        default=argparse.SUPPRESS,
        help="print the licences of all that is installed with it",
    )
    made.add_argument(
        "mode",
        nargs="?",
        choices=["host", "local", "demo", "owner"],
        default="host",
        metavar="local|demo|owner",
        help="play in a native window on this device instead of hosting, host a table that plays itself, or print a "
        "fresh owner's code for a database, whether its host is running or not",
    )
    made.add_argument("game", nargs="?", default="", metavar="GAME", help="demo: this game; all in turn, if not given")
    made.add_argument("--pace", type=_pace, default=2.0, metavar="SECONDS", help="demo: between two declarations (2)")
    made.add_argument("--depth", choices=["plays", "scores"], default="plays", help="demo: what is declared (plays)")
    given: dict[str, Any] = {"default": argparse.SUPPRESS}
    made.add_argument("--port", metavar="N", help="the port to listen on (8550)", **given)
    made.add_argument("--address", metavar="IP", help="the local address to listen on (all)", **given)
    made.add_argument("--database", metavar="FILE|URL", help="where matches are kept (the data folder)", **given)
    made.add_argument("--public-url", metavar="URL", help="the address to give to phones, behind a proxy", **given)
    made.add_argument("--language", metavar="CODE", help="the language of phones that have chosen none", **given)
    made.add_argument("--certificate", metavar="PEM", help="serve https with this certificate", **given)
    made.add_argument("--key", metavar="PEM", help="the certificate's key", **given)
    made.add_argument("--games", metavar="KEY,KEY", help="offer these games alone (all that are announced)", **given)
    made.add_argument(
        "--no-plugins", dest="plugins", action="store_false", help="offer no game installed beside Metsuke", **given
    )
    made.add_argument("--workers", metavar="N", help="serve with this many processes, on PostgreSQL (1)", **given)
    made.add_argument("--status", metavar="IP:PORT", help="answer /healthz and /metrics there (nowhere)", **given)
    made.add_argument("--no-qr", dest="qr", action="store_false", help="draw no QR codes in the terminal", **given)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; errors become one line on stderr and exit code 2."""
    fill_closed()
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        flush_or_drop()


def _run(arguments: Sequence[str] | None) -> int:
    given = vars(parser().parse_args(arguments))
    mode, game, pace, depth = (given.pop(name) for name in ("mode", "game", "pace", "depth"))
    from companion.settings import SettingsError, load

    try:
        settings = load(given)
    except SettingsError as problem:
        return _refuse(str(problem))
    from referee.core.games import GAMES

    GAMES.restrict(settings.games, settings.plugins)
    if game and (mode != "demo" or game not in GAMES):
        return _refuse(f"{game!r} is no game that can be shown here. There are {', '.join(GAMES)}")
    if mode == "demo":
        return _demonstrate(settings, game, pace, depth)
    if mode == "owner":
        return _owner(settings)
    return _local(settings) if mode == "local" else _host(settings)


def _pace(given: str) -> float:
    try:
        seconds = float(given)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError(f"{given!r} is no number of seconds from 0 to 60")
    return seconds


def _demonstrate(settings: Any, game: str, pace: float, depth: Any) -> int:
    """Host a table that plays itself, with a database in memory."""
    if settings.workers > 1:
        return _refuse("A table that plays itself is shown by one process: leave --workers out")
    settings = settings.model_copy(update={"database": "sqlite://"})  # in memory: nothing is kept

    def show(tables: Any) -> Any:
        from companion.contract.game_ui import offered
        from companion.tables.demonstration import Demonstration

        return Demonstration(tables, (game,) if game else offered(), depth, pace)

    return _host(settings, show)


def _host(settings: Any, demonstrates: Any = None) -> int:
    try:
        import flet_web  # noqa: F401
        import uvicorn  # noqa: F401
    except ModuleNotFoundError:
        return _refuse(f"To host a table Metsuke needs its web host: {_installing('host')}")
    from companion.flet_runtime.install import FletMoved
    from companion.hosting.process import CannotHost
    from companion.hosting.run import host
    from models import StoreError

    try:
        return host(settings, demonstrates)
    except (CannotHost, FletMoved, StoreError) as problem:
        return _refuse(str(problem))


def _owner(settings: Any) -> int:
    """Print a code that makes one phone the owner's; any earlier code stops working."""
    from companion.database import open_store, url_of
    from companion.phones.owner import issue
    from models import Store, StoreError

    try:
        if not Store.is_there(url_of(settings.database)):
            return _refuse("There is no database there yet: start a host with it first, or name your host's own.")
        with open_store(settings.database) as store:
            code = issue(store)
    except StoreError as problem:
        return _refuse(str(problem))
    with suppress(OSError):  # the reader of stdout may have gone
        print(code, flush=True)
    return 0


def _local(settings: Any) -> int:
    from companion.flet_runtime.install import FletMoved, desktop_is_there
    from companion.native import NoWindow, run
    from models import StoreError

    if not desktop_is_there():
        return _refuse(f"To open a window Metsuke needs Flet's desktop client: {_installing('local')}")
    try:
        run(settings.database, settings.language)
    except (FletMoved, NoWindow, StoreError) as problem:
        return _refuse(str(problem))
    except KeyboardInterrupt:
        return 0
    return 0


def _installing(extra: str) -> str:
    """Return how to install a missing extra. Metsuke is in no package index: it comes as a checkout or a wheel."""
    wheel = f"metsuke_referee-{__version__}-py3-none-any.whl[{extra}]"
    return f'install it again with [{extra}]: pip install -e ".[{extra}]" in a checkout, or pip install "{wheel}"'


def distributions() -> list[Distribution]:
    """Return Metsuke's distribution and those installed for it, by name."""
    found: dict[str, Distribution] = {}
    wanted = [OWN]
    while wanted:
        name = wanted.pop()
        with suppress(PackageNotFoundError):
            if name not in found:
                one = found[name] = distribution(name)
                needs = [
                    need for need in one.requires or () if "extra ==" not in need or (name == OWN and _hosts(need))
                ]
                wanted += [re.split(r"[^\w.-]", need, maxsplit=1)[0] for need in needs]
    return sorted(found.values(), key=lambda one: one.name.casefold())


def _hosts(need: str) -> bool:
    return re.search(r"extra == .(host|postgres|local).", need) is not None


def licences() -> str:
    """Return the licence of every distribution installed for Metsuke, with the texts it came with."""
    parts = []
    for one in distributions():
        about = one.metadata
        named = about["License-Expression"] or next(
            (each.rpartition(" :: ")[2] for each in about.get_all("Classifier", ()) if each.startswith("License ::")),
            (about["License"] or "").partition("\n")[0],
        )
        texts = [
            file for file in one.files or () if re.search(r"licen[cs]e|copying|notice|ofl|apache", file.name, re.I)
        ]
        parts.append(f"{one.name} {one.version}: {named}\n")
        parts += [file.read_text("utf-8") for file in texts if file.suffix != ".py" and Path(file.locate()).is_file()]
    return "\n".join(parts)


class _Licences(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *given: object, **more: object) -> NoReturn:
        sys.stdout.write(licences())
        parser.exit()


def _refuse(message: str) -> int:
    line = " ".join(message.split())
    with suppress(OSError):  # the reader of stderr may have gone
        print(f"metsuke: {line}", file=sys.stderr)
    return WRONG


if __name__ == "__main__":
    sys.exit(main())
