"""What the documents tell to do can be done: every fenced block is run, as far as it can be run offline."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion.cli import parser
from companion.i18n import PROJECT
from companion.settings import Settings
from tools import no_python, one_file

DOCUMENTS = [*sorted(PROJECT.glob("*.md")), *sorted((PROJECT / "docs").glob("*.md"))]
FENCED = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
BLOCKS = [
    pytest.param(kind, text, id=f"{path.name}-{n}")
    for path in DOCUMENTS
    for n, (_, kind, text) in enumerate(FENCED.findall(path.read_text("utf-8")), 1)
]
EXTRAS = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
TREE, TABLE = "referee/    the rules", "  noise 1:"
"""How blocks begin that show something and tell nothing to do."""


@pytest.mark.parametrize(("kind", "text"), BLOCKS)
def test_a_fenced_block_can_be_done(kind: str, text: str, tmp_path: Path) -> None:
    if kind == "nginx":
        nginx(text, tmp_path)
    elif kind == "caddy":
        assert text.count("{") == text.count("}")
        pytest.skip("Caddy is not installed where this is tested: only its braces are counted")
    elif kind == "python":
        ran = subprocess.run([sys.executable, "-c", text], cwd=PROJECT, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stderr) == (0, "")
    elif kind == "json":
        assert isinstance(json.loads(text), dict)
    elif text.startswith(TREE):
        for name in re.findall(r"^(\w+)/ ", text, re.MULTILINE):
            assert (PROJECT / name).is_dir()
        for name in re.findall(r"^  (\w+)/ ", text.partition("companion/")[2].partition("\nassets")[0], re.MULTILINE):
            assert (PROJECT / "companion" / name).is_dir()
    elif TABLE not in text:
        (tmp_path / "assets").symlink_to(PROJECT / "assets")
        for line in filter(None, (each.partition(" # ")[0].strip() for each in text.splitlines())):
            done(line, tmp_path)


def done(line: str, folder: Path) -> None:
    """Do what a line says, or look whether it could be done. Raises where neither is known: teach it here."""
    words = shlex.split(line)
    if words[:2] == ["cd", "deploy"]:
        needed = set(re.findall(r"\$\{(\w+):\?", (PROJECT / "deploy" / "compose.yaml").read_text("utf-8")))
        assert {word.partition("=")[0] for word in words if "=" in word} == needed, line
    elif words[0] == "make":
        targets = re.findall(r"^(\w+):.*##", (PROJECT / "Makefile").read_text("utf-8"), re.MULTILINE)
        assert words[1] in targets, line
        if words[1] == "run":
            metsuke(shlex.split(next((word.partition("=")[2] for word in words if word.startswith("ARGS=")), "")))
    elif words[0] == ".venv/bin/metsuke":
        metsuke(words[1:])
    elif words[0] == ".venv/bin/pip":
        assert words[1] == "install", line
        for extra in re.findall(r"\.\[([\w,]+)\]", line):
            assert set(extra.split(",")) <= set(EXTRAS), line
        for option in ("-c", "-e"):
            for path in (words[at + 1] for at, word in enumerate(words) if word == option):
                assert (PROJECT / path.partition("[")[0]).exists(), line
    elif words[:3] == ["python3", "-m", "venv"]:
        subprocess.run([sys.executable, "-m", "venv", "--help"], check=True, capture_output=True)
    elif line.startswith("METSUKE_BROWSER=$(.venv/bin/python tools/find_browser.py --install)"):
        subprocess.run([sys.executable, "-m", "pytest", *words[words.index("pytest") + 1 :], "--version"], check=True)
        assert (PROJECT / "tools" / "find_browser.py").exists()
    elif re.match(r"(\.venv/bin/)?python -m referee ", line):
        shorter = line.replace("--matches 5", "--matches 1")  # the same, and soon done
        command = f"{shlex.quote(sys.executable)} {shorter.partition('python ')[2]}"
        ran = subprocess.run(
            command, shell=True, cwd=folder, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(PROJECT)},
        )  # fmt: skip
        assert (ran.returncode, ran.stderr) == (0, ""), line
    else:
        raise AssertionError(f"nobody knows how to try this: {line}")


def metsuke(arguments: list[str]) -> None:
    """Read a command's options and settings as a host does before it starts."""
    given = vars(parser().parse_args(arguments))
    Settings(**{name: value for name, value in given.items() if name in Settings.model_fields})


def nginx(sample: str, folder: Path) -> None:
    """Have a sample for the `http` block checked by nginx itself, with a certificate where it looks for one."""
    for needed in ("client_max_body_size 24m", 'Connection "upgrade"', "X-Forwarded-For"):
        assert needed in sample
    program, openssl = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin"), shutil.which("openssl")
    if program is None or openssl is None:
        pytest.skip("nginx or openssl is not installed: apt-get install nginx-light openssl")
    made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=table.example.org", "-days", "2"]
    key, certificate = folder / "table.example.org.key", folder / "table.example.org.pem"
    subprocess.run([openssl, "req", *made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    config = folder / "nginx.conf"
    sample = sample.replace("/etc/ssl/", f"{folder}/").replace("listen 443", "listen 127.0.0.1:8443")
    config.write_text(f"pid {folder}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{sample}\n}}\n", encoding="utf-8")
    tried = subprocess.run(
        [program, "-t", "-c", config, "-e", folder / "error.log"], capture_output=True, text=True, check=False
    )
    assert tried.returncode == 0, tried.stderr
    assert "warn" not in tried.stderr


def test_packing_without_its_extra_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "shiv", None)
    with pytest.raises(SystemExit, match="Packing needs shiv"):
        one_file.main([str(tmp_path)])
    with pytest.raises(SystemExit, match="installed from its wheel"):
        no_python.pack(tmp_path)


def test_what_documents_say_of_names_is_so() -> None:
    read = {path.name: path.read_text("utf-8") for path in DOCUMENTS}
    board = json.loads((PROJECT / "assets" / "boards" / "nijo.json").read_text("utf-8"))
    walls = sum(border["kind"] == "wall" for border in board["borders"])
    assert f"there are {walls} walls of Nijō" in read["deduction.md"]
    words = (PROJECT / "assets" / "locale" / "en" / "LC_MESSAGES" / "app.po").read_text("utf-8")
    where, _, page = re.search(r"\*([^*]+? › [^*]+?)\* on a phone", read["data.md"])[1].partition(" › ")
    for said in (where, page):
        assert f'msgstr "{said}"' in words
    workflow = (PROJECT / ".github" / "workflows" / "build.yml").read_text("utf-8")
    named = re.findall(r"`(metsuke-[A-Zm][\w.-]*?)`", read["README.md"])
    assert len(named) == 4
    for name in named:
        assert re.sub(r"Linux|macOS", "${{ runner.os }}", name) in workflow
    for path in (PROJECT / "docs" / "manual").rglob("*.md"):
        assert "metsuke.pyz" not in path.read_text("utf-8"), "a release has files of other names"


def test_the_refusal_in_the_document_is_the_one_that_is_given(tmp_path: Path) -> None:
    text = (PROJECT / "docs" / "referee.md").read_text("utf-8")
    sample = next(block for _, kind, block in FENCED.findall(text) if kind == "json")
    field, clause = re.search(r"\(`(state\.[\w.]+)`, ([A-Z]+-[\d.]+)\)", text).groups()
    ran = subprocess.run(
        [sys.executable, "-m", "referee", "judge", "-"], input=sample, capture_output=True, text=True, check=False,
        cwd=PROJECT,
    )  # fmt: skip
    assert ran.returncode == 2
    assert f"{field}: {clause}" in ran.stderr
