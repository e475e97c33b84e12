"""What is written down for containers and proxies fits the command: its options, its settings, its ports."""

from __future__ import annotations

import json
import re
import shlex
import tomllib

import pytest
import yaml

from companion.cli import parser
from companion.i18n import PROJECT
from companion.settings import Settings

DEPLOY = PROJECT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
CONTAINERFILE = (DEPLOY / "Containerfile").read_text("utf-8")
GROWING = (PROJECT / "docs" / "growing.md").read_text("utf-8")
EXTRAS = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]


def settings(arguments: list[str], environment: dict[str, str]) -> Settings:
    """Return what a start so would use."""
    given = vars(parser().parse_args(arguments))
    for name in ("mode", "game", "pace", "depth"):
        given.pop(name)
    own = {name.removeprefix("METSUKE_").lower(): value for name, value in environment.items() if "METSUKE_" in name}
    assert set(own) <= set(Settings.model_fields)
    return Settings(**(own | given))


def instruction(name: str) -> list[str]:
    """Return an instruction of the Containerfile in its JSON form."""
    lines = CONTAINERFILE.replace("\\\n", " ").splitlines()
    found = next(line for line in lines if line.startswith(name + " "))
    return json.loads(found.removeprefix(name).strip())


def service() -> Settings:
    host = COMPOSE["services"]["metsuke"]
    environment = {**host["environment"], "METSUKE_PUBLIC_URL": "https://table.example.org"}
    return settings(host["command"], environment)


def test_the_container_starts_the_command_with_options_that_it_has() -> None:
    assert instruction("ENTRYPOINT") == ["metsuke"]
    used = settings(instruction("CMD"), {})
    assert used.workers == 2
    assert used.status_port not in (0, used.port)
    assert f"EXPOSE {used.port}" in CONTAINERFILE
    installed = re.search(r'"\.\[([\w,]+)\]"', CONTAINERFILE)
    assert installed is not None
    assert set(installed[1].split(",")) <= set(EXTRAS)


def test_the_containers_health_asks_every_worker() -> None:
    used = settings(instruction("CMD"), {})
    health = next(line for line in CONTAINERFILE.splitlines() if line.strip().startswith("CMD") and "healthz" in line)
    ports = [int(port) for port in re.findall(r"\b9\d{3}\b", health)]
    assert ports == list(range(used.status_port, used.status_port + used.workers))
    compile(json.loads(health.strip().removeprefix("CMD").strip())[2], "health", "exec")


def test_the_composed_host_uses_settings_that_there_are() -> None:
    host = COMPOSE["services"]["metsuke"]
    used = service()
    assert used.workers == 2
    assert used.database.startswith("postgresql://")
    assert used.database.split("@")[1].split("/")[0] in COMPOSE["services"]
    ports = [str(port) for port in (used.port, *range(used.status_port, used.status_port + used.workers))]
    assert host["expose"] == ports
    assert "ports" not in host, "only the proxy is reached from outside"


def test_the_composed_proxy_and_database_fit_the_host() -> None:
    services, used = COMPOSE["services"], service()
    proxy = services["proxy"]["command"]
    assert proxy[proxy.index("--to") + 1] == f"metsuke:{used.port}"
    user = used.database.split("//")[1].split("@")[0]
    assert services["database"]["environment"]["POSTGRES_USER"] == user
    assert services["database"]["environment"]["POSTGRES_DB"] == used.database.rsplit("/", 1)[1]
    assert services["database"]["environment"]["POSTGRES_PASSWORD"] == services["metsuke"]["environment"]["PGPASSWORD"]
    wanted = {volume.split(":")[0] for each in services.values() for volume in each["volumes"]}
    assert wanted == set(COMPOSE["volumes"])
    assert (DEPLOY / services["metsuke"]["build"]["context"]).resolve() == PROJECT
    assert (PROJECT / services["metsuke"]["build"]["dockerfile"]).exists()


def test_no_password_stands_in_what_is_written_down() -> None:
    assert not re.search(r"://\w+:[^@/\s]+@", CONTAINERFILE + GROWING + (DEPLOY / "compose.yaml").read_text("utf-8"))


@pytest.mark.parametrize("line", [line for line in GROWING.splitlines() if line.startswith(".venv/bin/metsuke ")])
def test_the_commands_in_the_document_are_understood(line: str) -> None:
    settings(shlex.split(line)[1:], {})


def test_the_proxies_in_the_document_pass_what_the_host_needs() -> None:
    assert GROWING.count("{") == GROWING.count("}")
    for needed in ("Upgrade $http_upgrade", "Host $host", "X-Forwarded-For", "reverse_proxy", "least_conn"):
        assert needed in GROWING
    assert re.search(r"client_max_body_size (\d+)m", GROWING)


def test_every_figure_in_the_document_is_one_that_is_told() -> None:
    from companion.hosting.status import LoopState, answer

    told: list[str] = []
    body = b"".join(
        answer(LoopState())({"PATH_INFO": "/metrics"}, lambda status, headers: told.append(status))
    ).decode()
    assert told == ["200 OK"]
    for name in re.findall(r"`((?:metsuke|process)_\w+)", GROWING):
        assert re.search(rf"^{name}(_bucket)?[ {{]", body, re.MULTILINE), name
