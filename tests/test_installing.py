"""Metsuke as it is installed by those who only want to play: from its wheel, and as one file."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
import venv
import zipfile
from importlib.metadata import distributions, packages_distributions
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from packaging.specifiers import SpecifierSet

from companion import __version__
from tests.hosted import PROJECT, free_port
from tests.shares import SOAK
from tests.test_layers import imported
from tools import no_python
from tools.one_file import NAME, PYTHON, START

WORKFLOW = yaml.safe_load((PROJECT / ".github" / "workflows" / "build.yml").read_text(encoding="utf-8"))
LONG = pytest.mark.skipif(not SOAK, reason="installs everything anew: minutes, and the registry that pip is set up for")


PINNED = PROJECT / "constraints.txt"


def run(*arguments: object, **environment: object) -> str:
    more = {name: str(value) for name, value in environment.items()}
    done = subprocess.run(
        [str(each) for each in arguments], capture_output=True, text=True, check=False, env={**os.environ, **more}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", folder, PROJECT)
    (built,) = folder.glob("metsuke_referee-*.whl")
    assert __version__ in built.name
    return built


def test_the_release_notes_begin_with_this_version() -> None:
    first = re.search(r"^## (\S+)", (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert first is not None
    assert first[1] == __version__


def test_the_workflow_tests_each_python_that_is_claimed() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    claimed = {one.rpartition(" ")[2] for one in project["classifiers"] if re.search(r"Python :: \d\.\d", one)}
    assert set(WORKFLOW["jobs"]["test"]["strategy"]["matrix"]["python"]) == claimed


def test_the_workflow_tests_and_packs_on_three_systems_and_attaches_the_files_to_a_release() -> None:
    jobs = WORKFLOW["jobs"]
    for name in ("test", "pack"):
        assert {os.partition("-")[0] for os in jobs[name]["strategy"]["matrix"]["os"]} == {"ubuntu", "macos", "windows"}
    said = {name: "\n".join(step.get("run", "") for step in job["steps"]) for name, job in jobs.items()}
    assert "pytest" in said["test"]
    assert "one_file.py" in said["pack"]
    assert "tools.no_python" in said["pack"]
    assert "wheel" in said["pack"]
    assert "dist/*" in said["release"]
    assert jobs["release"]["needs"] == "pack"
    assert jobs["pack"]["needs"] == "test"
    for script in re.findall(r"tools/\w+\.py", "\n".join(said.values())):
        assert (PROJECT / script).exists()
    extras = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(re.findall(r"\.\[(\w+)\]", "\n".join(said.values()))) <= set(extras)


def starts(tmp_path: Path, *program: object) -> None:
    """Start a host on a home of its own, as its user does, and get what a phone gets first."""
    port = free_port()
    home = tmp_path / "home"
    home.mkdir()
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TEMP") if name in os.environ}
    environment = {**kept, "HOME": str(home), "USERPROFILE": str(home), "PYTHONUTF8": "1"}
    command = [str(each) for each in (*program, "--port", port, "--no-qr")]
    with (tmp_path / "host.log").open("wb") as log:
        host = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=log, stderr=log)
        try:
            page, manual = (got(host, f"http://127.0.0.1:{port}/{path}") for path in ("", "manual/ja/index.html"))
        finally:
            host.terminate()
            host.wait()
    assert "flutter_bootstrap.js" in page, (tmp_path / "host.log").read_text("utf-8")
    assert "取扱説明" in manual


def got(host: subprocess.Popen[bytes], address: str) -> str:
    """Return what a host answers, once it answers."""
    while host.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            return f"{error.code}"
        except OSError:
            time.sleep(0.2)
    return f"it ended with {host.returncode}"


def bare(folder: Path, *wanted: object) -> Path:
    """Make an environment, put something into it, and return where its programs are."""
    venv.create(folder, with_pip=True)
    bin_ = folder / ("Scripts" if sys.platform == "win32" else "bin")
    if wanted:
        run(bin_ / "python", "-m", "pip", "install", "-q", "-c", PINNED, *wanted)
    return bin_


def as_pip_is_set_up() -> dict[str, str]:
    """Return what makes uv look where pip looks."""
    said = run(sys.executable, "-m", "pip", "config", "list")
    found = dict(re.findall(r"^global\.([\w-]+)='(.*)'$", said, re.MULTILINE))
    named = {"index-url": "UV_DEFAULT_INDEX", "extra-index-url": "UV_INDEX", "find-links": "UV_FIND_LINKS"}
    # Of several places pip takes the best version, wherever it is.
    return {name: found[key] for key, name in named.items() if found.get(key)} | {
        "UV_INDEX_STRATEGY": "unsafe-best-match"
    }


def test_what_is_installed_has_all_that_a_host_serves(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    for file in ("manual/ja/index.html", "manual/en/card-scorpion.html", "web/guard.js", "boards/nijo.json"):
        assert f"companion/_assets/{file}" in names
    assert not [name for name in names if name.startswith(("tests/", "tools/", "docs/"))]
    licences = {name.partition("/licenses/")[2] for name in names if "/licenses/" in name}
    assert licences == {"LICENSE", "assets/fonts/OFL.txt", "assets/fonts/APACHE.txt"}


def test_all_that_is_imported_is_declared() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    declared = {
        canonical(each)
        for part in (project["dependencies"], *map(extras.get, ("host", "postgres", "local")))
        for each in part
    }
    of = packages_distributions()
    missing = {
        f"{path}: {top}"
        for package in ("companion", "models", "referee")
        for path in sorted((PROJECT / package).rglob("*.py"))
        for top in imported(path) - sys.stdlib_module_names - {"companion", "models", "referee"}
        if not {canonical(each) for each in of.get(top, (top,))} & declared
    }
    assert missing == set()


def test_every_pin_can_be_installed_with_the_oldest_python() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = f"{project['requires-python'].removeprefix('>=')}.0"
    constraints = (PROJECT / "constraints.txt").read_text(encoding="utf-8")
    pinned = {canonical(name) for name in re.findall(r"^([\w.-]+)==", constraints, re.MULTILINE)}
    needs = {dist.name: dist.metadata["Requires-Python"] for dist in distributions() if canonical(dist.name) in pinned}
    assert len(needs) > len(pinned) - 5
    assert [name for name, range_ in needs.items() if range_ and oldest not in SpecifierSet(range_)] == []


def canonical(requirement: str) -> str:
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).casefold()


def test_all_licences_that_are_shipped_can_be_read() -> None:
    said = run(sys.executable, "-m", "companion", "--licences")
    for part in (
        "metsuke-referee",
        "Permission is hereby granted",
        "SIL OPEN FONT LICENSE",
        "Apache License",
        "msgpack",
    ):
        assert part in said
    assert "pytest" not in said


@pytest.mark.parametrize("version", ["2.7", "3.6", "3.10", "3.13"])
def test_the_one_file_tells_another_python_which_one_it_needs(version: str) -> None:
    """Its first words are tried on this Python as if it were another; those that are installed beside it, too."""
    numbers = tuple(map(int, version.split(".")))
    said = StringIO()
    other = SimpleNamespace(version_info=(*numbers, 0), platform=sys.platform, stderr=said, exit=sys.exit)
    code = START.format(module="_bootstrap", fn="bootstrap").replace("import sys\n", "")
    with pytest.raises(SystemExit) as ended:
        exec(compile(code, "__main__.py", "exec"), {"sys": other})
    assert ended.value.code == 2
    assert said.getvalue().startswith(
        f"metsuke: this file needs Python {PYTHON} on {sys.platform}, and this is Python {version}"
    )
    beside = shutil.which(f"python{version}")
    if beside is not None:
        started = subprocess.run(
            [beside, "-c", START.format(module="os", fn="getcwd")], capture_output=True, check=False
        )
        if b"pyenv" not in started.stderr:
            assert (started.returncode, started.stderr.count(b"\n")) == (2, 1)


def test_no_sentence_names_an_index() -> None:
    """The name `metsuke` belongs to somebody else there."""
    named = re.compile(r"(?:install|run|tool|pipx?|uvx?)\s+\"?metsuke(?![\w.-]*\.whl|-referee @)")
    shown = [
        *PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md"), *(PROJECT / "examples").rglob("*.md"),
        *(PROJECT / "companion").rglob("*.py"), *(PROJECT / "referee").rglob("*.tmpl"),
    ]  # fmt: skip
    assert [path.name for path in shown if named.search(path.read_text("utf-8"))] == []


def test_a_game_is_installed_without_asking_an_index_for_metsuke() -> None:
    """What a game's package needs is there: `metsuke-referee` on an index would be somebody else's."""
    game = re.compile(r"pip install (?!--no-deps )[^\n`]*-e \.(?!\[)")
    shown = [
        *(PROJECT / "docs" / "manual").rglob("*.md"), *(PROJECT / "examples").rglob("*.md"),
        *(PROJECT / "referee").rglob("*.tmpl"),
    ]  # fmt: skip
    assert [path.name for path in shown if game.search(path.read_text("utf-8"))] == []


@pytest.mark.soak
@pytest.mark.timeout(1800)
@LONG
def test_the_wheel_runs_in_a_bare_environment(wheel: Path, tmp_path: Path) -> None:
    bin_ = bare(tmp_path / "bare", f"{wheel}[host]")
    assert __version__ in run(bin_ / "metsuke", "--version")
    assert "scorpion" in run(bin_ / "python", "-m", "referee", "games")
    starts(tmp_path, bin_ / "metsuke")


@pytest.mark.soak
@pytest.mark.timeout(1800)
@LONG
def test_pipx_installs_it(wheel: Path, tmp_path: Path) -> None:
    pipx = bare(tmp_path / "tools", "pipx") / "pipx"
    where = {"PIPX_HOME": tmp_path / "pipx", "PIPX_BIN_DIR": tmp_path / "bin", "PIPX_MAN_DIR": tmp_path / "man"}
    run(pipx, "install", "--pip-args", f"-c {PINNED}", f"{wheel}[host]", **where)
    starts(tmp_path, tmp_path / "bin" / "metsuke")


@pytest.mark.soak
@pytest.mark.timeout(1800)
@LONG
def test_uv_installs_it_as_a_tool(wheel: Path, tmp_path: Path) -> None:
    uv = bare(tmp_path / "tools", "uv") / "uv"
    where = {"UV_TOOL_DIR": tmp_path / "uv", "UV_TOOL_BIN_DIR": tmp_path / "bin", "UV_CACHE_DIR": tmp_path / "cache"}
    run(
        uv, "tool", "install", "-q", "--no-config", "--python", sys.executable, "--constraints", PINNED,
        f"metsuke-referee[host] @ {wheel.as_uri()}", **where, **as_pip_is_set_up(),
    )  # fmt: skip
    starts(tmp_path, tmp_path / "bin" / "metsuke")


@pytest.mark.soak
@pytest.mark.timeout(1800)
@LONG
def test_the_one_file_starts_by_itself(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, PROJECT / "tools" / "one_file.py", tmp_path, f"{wheel}[host]")
    assert __version__ in run(sys.executable, "-I", tmp_path / NAME, "--version")
    starts(tmp_path, sys.executable, "-I", tmp_path / NAME)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@LONG
def test_the_program_with_python_in_it_needs_nothing(wheel: Path, tmp_path: Path) -> None:
    bin_ = bare(tmp_path / "bare", f"{wheel}[host,pack]")
    no_python.pack(tmp_path / "made", str(bin_ / "python"))
    shutil.rmtree(tmp_path / "bare")
    assert __version__ in run(tmp_path / "made" / no_python.NAME, "--version")
    said = run(tmp_path / "made" / no_python.NAME, "--licences")
    for part in ("Permission is hereby granted", "SIL OPEN FONT LICENSE", "Apache License", "uvicorn", "reportlab"):
        assert part in said
    starts(tmp_path, tmp_path / "made" / no_python.NAME)
