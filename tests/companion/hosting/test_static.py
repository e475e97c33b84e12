"""The web client's files: smallest copy, long memory, correct after an upgrade."""

import errno
import gzip
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import brotli
import httpx
import pytest

from companion import __version__
from companion.hosting.compression import Compressor, accepted, digest
from companion.hosting.web_app import create_app
from companion.hosting.web_client import VERSIONED, WebFile, WebFiles, WebRoot, build
from tests.companion.hosting.trivial import Trivial
from tests.hosted import PROJECT

ROOT = build()
BASE = f"{VERSIONED}{ROOT.version}/"


@asynccontextmanager
async def client(cache: Path) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(create_app(Trivial(8550), cache))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as opened:
        yield opened


def ask(cache: Path, path: str, **headers: str) -> httpx.Response:
    async def run() -> httpx.Response:
        async with client(cache) as opened:
            return await opened.get(path, headers={"accept-encoding": "identity", **headers})

    return anyio.run(run)


def asking(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    anyio.run(work)


def test_every_place_in_the_app_gets_the_page(cache: Path) -> None:
    pasted = ("/m/abcdefgh.", "/m/abcdefgh).", "/M/ABCDEFGH.)", "/p/AbC.")
    for place in ("/", "/m/abcdefgh", "/history-shinobazu", *pasted):
        answer = ask(cache, place)
        assert answer.status_code == 200
        assert "<title>Metsuke</title>" in answer.text
        assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "/nothing.png",
        f"{BASE}nothing.js",
        "/../pyproject.toml",
        "/-/x/../../flet.toml",
        "/assets/NOTICES.txt",
        "/%2e%2e/flet.toml",
        "/healthz",
        "/HEALTHZ/",
        "/livez",
        "/readyz",
        "/metrics",
        f"{BASE}../../../etc/passwd.txt",
    ],
)
def test_what_is_not_there_is_not_the_page(cache: Path, path: str) -> None:
    assert ask(cache, path).status_code == 404


def test_the_page_loads_nothing_from_elsewhere() -> None:
    page = ROOT.index.read().decode()
    assert "https://" not in page
    assert 'src="python.js"' not in page
    assert f'src="{BASE}web/page.js"' in page
    assert page.index("web/page.js") < page.index("flutter_bootstrap.js")
    assert "background: #ffffff" not in page


def test_versioned_files_are_kept_for_ever_and_others_asked_for_again(cache: Path) -> None:
    assert "immutable" in ask(cache, f"{BASE}web/page.js").headers["cache-control"]
    assert ask(cache, "/web/page.js").headers["cache-control"] == "no-cache"


def test_a_page_from_before_an_upgrade_gets_its_files_but_does_not_keep_them(cache: Path) -> None:
    answer = ask(cache, f"{VERSIONED}000000000000/web/page.js")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


def test_a_browser_that_has_the_file_is_sent_nothing(cache: Path) -> None:
    tag = ask(cache, "/").headers["etag"]
    again = ask(cache, "/", **{"if-none-match": tag})
    assert again.status_code == 304
    assert again.content == b""
    assert ask(cache, "/", **{"if-none-match": '"other"'}).status_code == 200


def test_each_browser_gets_the_smallest_copy_it_takes(cache: Path) -> None:
    path, plain = f"{BASE}main.dart.mjs", ROOT.files["main.dart.mjs"].read()

    async def run() -> None:
        async with client(cache) as opened:
            async with opened.stream("GET", path, headers={"accept-encoding": "gzip, deflate"}) as answer:
                assert answer.headers["content-encoding"] == "gzip"
                assert answer.headers["vary"] == "Accept-Encoding"
                body = b"".join([part async for part in answer.aiter_raw()])
                assert gzip.decompress(body) == plain
                assert int(answer.headers["content-length"]) == len(body) < len(plain) / 2
            Compressor(cache).make(ROOT.files["main.dart.mjs"].digest, "br", lambda: plain)
            async with opened.stream("GET", path, headers={"accept-encoding": "gzip, br"}) as answer:
                assert answer.headers["content-encoding"] == "br"
                assert brotli.decompress(b"".join([part async for part in answer.aiter_raw()])) == plain
            answer = await opened.get(path, headers={"accept-encoding": "identity"})
            assert "content-encoding" not in answer.headers
            assert answer.content == plain

    asking(run)


def test_the_first_to_take_brotli_need_not_wait_for_it_and_later_ones_get_it(tmp_path: Path) -> None:
    content = b"the same words again and again " * 1000
    file = WebFile("words.js", made=content)
    files = WebFiles(WebRoot({"words.js": file}, "v", file), tmp_path)

    async def run() -> None:
        first = await files._copy(file, "gzip, br")
        assert first[0] == "gzip"
        files._background.finish()
        assert (await files._copy(file, "gzip, br"))[0] == "br"

    asking(run)


def test_copies_have_different_tags_and_different_files_too() -> None:
    assert ROOT.files["web/page.js"].digest != ROOT.files["main.dart.mjs"].digest
    assert digest(b"a") != digest(b"b")


def test_the_version_changes_with_any_file(tmp_path: Path) -> None:
    assets = tmp_path / "assets"
    (assets / "web").mkdir(parents=True)
    (assets / "web" / "guard.js").write_text("1")
    first = build(assets=assets).version
    (assets / "web" / "guard.js").write_text("2")
    assert build(assets=assets).version != first


def test_a_client_that_metsuke_does_not_know_is_not_served_half_patched(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<html></html>")
    (tmp_path / "flutter_bootstrap.js").write_text("something else")
    with pytest.raises(RuntimeError, match="is not the one Metsuke knows"):
        build(tmp_path)


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    compressor = Compressor(tmp_path / "file" / "web")  # its own folder goes with it
    made = compressor.make("x", "gzip", lambda: b"words " * 100)
    assert gzip.decompress(made.read_bytes()) == b"words " * 100


GIVEN_UP = """
import os, sys, threading
from functools import partial
from pathlib import Path
from companion.hosting.compression import digest
from companion.hosting.web_client import WebFile, WebRoot
from companion.hosting.web_client import WebFiles
content = os.urandom(1 << 20) * 40
file = WebFile("large.wasm", made=content)
files = WebFiles(WebRoot({"large.wasm": file}, "v", file), Path(sys.argv[1]))
begun = threading.Event()
def read():
    begun.set()
    return content
files._background.submit(partial(files._compressor.make, "large", sys.argv[2], read))
begun.wait()
files.stop()
"""


@pytest.mark.parametrize("encoding", ["gzip", "br"])
def test_a_host_that_ends_waits_for_no_compression(encoding: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    subprocess.run([sys.executable, "-c", GIVEN_UP, str(tmp_path), encoding], check=True, env=environment)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_kept_compressed_is_sent_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("companion.hosting.compression.os.fdopen", full)
    file = WebFile("words.js", made=b"the same words again and again " * 1000)
    files = WebFiles(WebRoot({"words.js": file}, "v", file), tmp_path)

    async def run() -> None:
        assert await files._copy(file, "gzip, br") == (None, None)
        files._background.finish()

    asking(run)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_one_run_goes_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for folder in (None, Path("/dev/null/web")):
        compressor = Compressor(folder)
        assert compressor.make("x", "gzip", lambda: b"words").is_relative_to(tmp_path)
        compressor.stop()
        assert list(tmp_path.iterdir()) == []


def test_old_copies_are_forgotten(tmp_path: Path) -> None:
    compressor = Compressor(tmp_path)
    old, new = (compressor.make(name, "gzip", lambda: b"words") for name in ("old", "new"))
    compressor.prune({"new"})
    assert not old.exists()
    assert new.exists()


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("gzip, deflate, br, zstd", ("br", "gzip")),
        ("gzip", ("gzip",)),
        ("", ()),
        ("br;q=0, gzip", ("gzip",)),
        ("BR", ("br",)),
        ("identity", ()),
        ("gzip;q=0.5, br;q=1.0", ("br", "gzip")),
    ],
)
def test_only_offered_encodings_are_used(header: str, expected: tuple[str, ...]) -> None:
    assert accepted(header) == expected


def test_answers_keep_addresses_to_themselves(cache: Path) -> None:
    headers = ask(cache, "/m/abcdefgh").headers
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "access-control-allow-origin" not in headers


def test_health_says_where_the_table_is_and_nothing_else(cache: Path) -> None:
    answer = ask(cache, "/health")
    assert answer.json() == {
        "app": "metsuke",
        "version": __version__,
        "web": ROOT.version,
        "addresses": ["http://127.0.0.1:8550"],
    }
    assert answer.headers["cache-control"] == "no-store"


def test_the_picture_of_a_code_is_there_for_a_match_that_is(cache: Path) -> None:
    assert ask(cache, "/qr/abc.png").headers["content-type"] == "image/png"
    assert ask(cache, "/qr/abd.png").status_code == 404
    assert ask(cache, f"/qr/{'a' * 5000}.png").status_code == 404
