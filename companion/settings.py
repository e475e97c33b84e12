"""The app's settings, from `flet.toml`, `METSUKE_…` environment variables and the command line; the later ones win."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import Field, StringConstraints, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from companion.i18n import PROJECT, languages
from referee.core.rulebook import announced

FILE_NAME = "flet.toml"
Word = Annotated[str, StringConstraints(strip_whitespace=True, max_length=500, pattern=r"^[^\x00-\x1f\x7f]*$")]

_HINTS = {
    "address": "give an address of this machine, or 0.0.0.0 for all of them",
    "port": "give a whole number from 1 to 65535",
    "database": "give a file name or an SQLAlchemy URL such as postgresql+psycopg://user@host/name",
    "public_url": "give the address phones open, such as https://table.example.org or http://192.168.1.20:8550",
    "certificate": "give the path of a PEM file, together with its key",
    "key": "give the path of a PEM file, together with its certificate",
    "qr": "give true or false",
    "games": "give keys of games that are announced here, as `python -m referee games` prints them",
    "plugins": "give true or false",
    "workers": "give a whole number from 1 to 64",
    "status": "give an address of this machine and a port, such as 127.0.0.1:9464 or [::1]:9464",
}
_PATH = (
    "Metsuke is served at the top of a name, not below a path; give it a name or a port of its own, "
    "such as https://table.example.org"
)
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
"""A label of a host name as browsers accept it. Internet names have no underscores, but names in some networks do."""


class _Hint(ValueError):
    """Advice for a wrong value, more specific than its setting's general hint."""


class SettingsError(Exception):
    """A setting that cannot be used. `str()` is one line for people that names file and field."""


class Settings(BaseSettings):
    """The settings of a host."""

    model_config = SettingsConfigDict(env_prefix="METSUKE_", env_ignore_empty=True, extra="forbid", frozen=True)

    address: Annotated[Word, Field(min_length=1)] = "0.0.0.0"
    """The local address to listen on."""
    port: int = Field(default=8550, ge=1, le=65535)
    database: Word = ""
    """A path or an SQLAlchemy URL; empty: SQLite in the platform's data folder."""
    language: Word = ""
    """The language of phones that have not chosen one; empty: each device's own."""
    public_url: Word = ""
    """The address that phones are told, normalised by `web_origin`; empty: this machine's addresses."""
    certificate: Path | None = None
    key: Path | None = None
    qr: bool = True
    """Whether QR codes are drawn in the terminal."""
    games: Annotated[tuple[str, ...], NoDecode] = ()
    """The keys of the games that are offered; empty: all installed ones."""
    workers: int = Field(default=1, ge=1, le=64)
    """The number of processes that serve phones; more than one need PostgreSQL."""
    status: Word = ""
    """Where `/healthz` and `/metrics` answer, as host:port; empty: nowhere. Worker n uses the n-th port from there."""
    plugins: bool = True
    """Whether games of other distributions are offered."""

    @field_validator("address")
    @classmethod
    def _of_a_machine(cls, value: str) -> str:
        try:
            found = ip_address(value.partition("%")[0])
        except ValueError:
            if re.fullmatch(r"[0-9][0-9a-fA-Fx.]*", value):  # the system would read it as a number
                raise
            return value
        mapped = getattr(found, "ipv4_mapped", None) or found
        if mapped.is_multicast or str(mapped) == "255.255.255.255":
            raise ValueError("an address of many machines")
        return str(mapped) if mapped is not found else value

    @field_validator("games", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        return tuple(key.strip() for key in value.split(",") if key.strip()) if isinstance(value, str) else value

    @field_validator("games")
    @classmethod
    def _announced(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not {one.key for one in announced()} >= set(value):
            raise ValueError("no such game")
        return value

    @field_validator("public_url")
    @classmethod
    def _web_address(cls, value: str) -> str:
        return value and web_origin(value)

    @field_validator("status")
    @classmethod
    def _address_and_port(cls, value: str) -> str:
        host, _, port = value.rpartition(":")
        if value and not (host.strip("[]") and port.isascii() and port.isdecimal() and 1 <= int(port) <= 65535):
            raise ValueError("not an address and a port")
        if host.startswith("[") != host.endswith("]") or (":" in host.strip("[]") and not host.startswith("[")):
            raise ValueError("not an address of IPv6 in brackets")
        return value

    @field_validator("language")
    @classmethod
    def _spoken(cls, value: str) -> str:
        if value and value not in languages():
            raise ValueError("not one of our languages")
        return value

    @field_validator("certificate", "key", mode="before")
    @classmethod
    def _nothing(cls, value: Any) -> Any:
        return None if value == "" else value

    @field_validator("certificate", "key")
    @classmethod
    def _readable(cls, value: Path | None) -> Path | None:
        if value is not None and not os.access(value, os.R_OK):
            raise ValueError("no such file, or not ours to read")
        return value

    @model_validator(mode="after")
    def _pair(self) -> Settings:
        if (self.certificate is None) != (self.key is None):
            missing = "key" if self.key is None else "certificate"
            raise ValueError(f"a certificate and its key go together: {missing} is missing")
        if self.status and self.port in range(self.status_port, self.status_port + self.workers):
            raise ValueError(f"port {self.port} is for the phones: give status another one")
        if self.status_port + self.workers > 65536:
            raise ValueError(f"there are no {self.workers} ports from {self.status_port} up: give status a lower one")
        return self

    @property
    def status_host(self) -> str:
        """The host of `status`, without the brackets around an IPv6 address."""
        return self.status.rpartition(":")[0].strip("[]")

    @property
    def status_port(self) -> int:
        """The first worker's port for `status`; 0 if there is none."""
        return int(self.status.rpartition(":")[2] or 0)

    @property
    def names(self) -> frozenset[str]:
        """The host names in the settings, in lower case."""
        public = urlsplit(self.public_url).hostname or ""
        return frozenset({public, self.address.lower(), self.status_host.lower()} - {""})

    @property
    def scheme(self) -> str:
        """`https` with a certificate, else `http`."""
        return "https" if self.certificate else "http"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings


def web_origin(given: str) -> str:
    """Return a web address as browsers send it: lower case, its name in ASCII, no default port.

    Raises `ValueError` for anything else, and for an address with more than scheme, name and port.
    """
    parts = urlsplit(given)  # raises for brackets that are not closed
    if ("[" in given or "]" in given) and not re.fullmatch(r"\[[0-9a-fA-F:.]+\](:\d*)?", parts.netloc):
        raise ValueError("not an address of IPv6 in brackets")
    scheme, port = parts.scheme, parts.port  # raises for a port beyond 65535
    name = _in_ascii(parts.hostname or "")
    if scheme not in ("http", "https") or port == 0 or parts.username is not None or re.search(r"[\s?#\\]", given):
        raise ValueError("not a web address")
    if parts.path.strip("/"):
        raise _Hint(_PATH)
    return f"{scheme}://{name}" + (f":{port}" if port not in (None, {"http": 80, "https": 443}[scheme]) else "")


def _in_ascii(name: str) -> str:
    """Return a host's name as browsers request it. Raises `ValueError` for a name that no browser accepts."""
    if ":" in name:
        return f"[{_to_open(name if '%' not in name else '')}]"
    if not name.isascii():
        import idna

        name = idna.encode(name, uts46=True).decode()  # raises `UnicodeError`, which is a `ValueError`
    name = name.lower().removesuffix(".")
    labels = name.split(".")
    if labels[-1].isdecimal() or labels[-1].startswith("0x"):
        return _to_open(name)
    if len(name) > 253 or not all(map(_LABEL.fullmatch, labels)):
        raise ValueError("not a host's name")
    return name


def _to_open(address: str) -> str:
    found = ip_address(address)
    if found.is_unspecified:
        raise ValueError("an address to listen on, not one to open")
    return str(found)


def load(command_line: Mapping[str, Any] | None = None, folder: Path | None = None) -> Settings:
    """Read the settings; `command_line` holds only the options that were given.

    Raises `SettingsError` for an unreadable or ill-formed file, an unknown field or an unusable value.
    """
    given = dict(command_line or {})
    path = find_file(folder)
    written = _read(path) if path else {}
    environment = {name for name in Settings.model_fields if os.environ.get(f"METSUKE_{name.upper()}")}
    from_file = {name: value for name, value in written.items() if name not in environment}
    try:
        return Settings(**(from_file | given))
    except ValidationError as refusal:
        problem = refusal.errors()[0]
        name = str(problem["loc"][0]) if problem["loc"] else ""
        raise SettingsError(_sentence(name, problem, given, environment, path)) from None


def find_file(folder: Path | None = None) -> Path | None:
    """Return the `flet.toml` of the current folder (or of `folder`), else the project's own, or None."""
    try:
        places = (folder or Path.cwd(), PROJECT)
        return next((place / FILE_NAME for place in places if (place / FILE_NAME).exists()), None)
    except OSError as problem:
        raise SettingsError(f"The current folder cannot be read: {problem.strerror}. Start in another one.") from None


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as problem:
        raise SettingsError(f"{path}: this is not UTF-8 text (byte {problem.start}).") from None
    except (ValueError, RecursionError) as problem:  # `TOMLDecodeError`, or a value beyond what Python reads
        raise SettingsError(f"{path}: this is not TOML: {problem}") from None
    except OSError as problem:
        raise SettingsError(f"{path}: it cannot be read: {problem.strerror}.") from None


def _sentence(name: str, problem: Any, given: Mapping[str, Any], environment: set[str], path: Path | None) -> str:
    """Return one line about a wrong value: where it was set, what it is, and what to give instead."""
    if not name:
        what = str(problem["msg"]).removeprefix("Value error, ")
        about = ("status", "port", "workers") if "status" in what else ("certificate", "key")
        used = {key for key in about if key in given or key in environment}
        return f"{_place('status' if 'status' in what else '', used, given, environment, path)}{what}."
    where = _place(name, {name}, given, environment, path)
    if problem["type"] == "extra_forbidden":
        return f"{where}there is no such setting; there are {', '.join(Settings.model_fields)}."
    value = str(problem.get("input"))
    shown = value if len(value) <= 60 else value[:60] + "…"
    hints = _HINTS | {"language": f"give {' or '.join(languages())}, or leave it out"}
    own = problem.get("ctx", {}).get("error")
    hint = str(own) if isinstance(own, _Hint) else hints.get(name, "see flet.toml")
    return f"{where}{shown!r} cannot be used: {hint}."


def _place(name: str, used: set[str], given: Mapping[str, Any], environment: set[str], path: Path | None) -> str:
    if used & set(given):
        return f"--{name.replace('_', '-')}: " if name else ""
    if used & environment:
        return f"METSUKE_{name.upper()}: " if name else ""
    return f"{path}: {name}: " if name else f"{path}: "
