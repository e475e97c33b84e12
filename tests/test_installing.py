"""Metsuke as it is installed by those who only want to play: from its wheel, and as one file."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest
import yaml

from companion import __version__
from tests.hosted import PROJECT
from tests.shares import SOAK
from tools.one_file import NAME, command

WORKFLOW = yaml.safe_load((PROJECT / ".github" / "workflows" / "build.yml").read_text(encoding="utf-8"))
LONG = pytest.mark.skipif(not SOAK, reason="installs everything anew: minutes, and the registry that pip is set up for")


def run(*arguments: object) -> str:
    done = subprocess.run([str(each) for each in arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", folder, PROJECT)
    (built,) = folder.glob("metsuke-*.whl")
    assert __version__ in built.name
    return built


def test_the_release_notes_begin_with_this_version() -> None:
    first = re.search(r"^## (\S+)", (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert first is not None
    assert first[1] == __version__


def test_the_workflow_tests_and_packs_on_three_systems_and_attaches_the_files_to_a_release() -> None:
    jobs = WORKFLOW["jobs"]
    for name in ("test", "pack"):
        assert {os.partition("-")[0] for os in jobs[name]["strategy"]["matrix"]["os"]} == {"ubuntu", "macos", "windows"}
    said = {name: "\n".join(step.get("run", "") for step in job["steps"]) for name, job in jobs.items()}
    assert "pytest" in said["test"]
    assert "one_file.py" in said["pack"]
    assert "wheel" in said["pack"]
    assert "dist/*" in said["release"]
    assert jobs["release"]["needs"] == "pack"
    assert jobs["pack"]["needs"] == "test"
    for script in re.findall(r"tools/\w+\.py", "\n".join(said.values())):
        assert (PROJECT / script).exists()
    extras = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(re.findall(r"\.\[(\w+)\]", "\n".join(said.values()))) <= set(extras)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@LONG
def test_the_wheel_runs_in_a_bare_environment(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "bare", with_pip=True)
    bin_ = tmp_path / "bare" / ("Scripts" if sys.platform == "win32" else "bin")
    run(bin_ / "python", "-m", "pip", "install", "-q", "-c", PROJECT / "constraints.txt", f"{wheel}[host]")
    assert __version__ in run(bin_ / "metsuke", "--version")
    assert "scorpion" in run(bin_ / "python", "-m", "referee", "games")


@pytest.mark.soak
@pytest.mark.timeout(1800)
@LONG
def test_the_one_file_starts_by_itself(wheel: Path, tmp_path: Path) -> None:
    run(*command(tmp_path, f"{wheel}[host]"))
    assert __version__ in run(sys.executable, "-I", tmp_path / NAME, "--version")
