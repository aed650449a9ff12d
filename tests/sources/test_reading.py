"""Files are decoded as Python would, and what cannot be is named with a reason and a line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hybridize.sources.reading import MAX_BYTES, MAX_LINES, ReadingError, decode, read_source


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        pytest.param(b"", "", "utf-8", id="empty"),
        pytest.param("x = 'é'\n".encode(), "x = 'é'\n", "utf-8", id="utf-8"),
        pytest.param(b"\xef\xbb\xbfx = 1\n", "\ufeffx = 1\n", "utf-8", id="byte order mark is kept"),
        pytest.param(b"# coding: latin-1\r#\xe9\r", "# coding: latin-1\r#é\r", "iso-8859-1", id="carriage returns"),
        pytest.param(b"# coding: latin-1\nx = '\xe9'\n", "# coding: latin-1\nx = 'é'\n", "iso-8859-1", id="cookie"),
        pytest.param(b"x = 1\r\ny = 2\rz = 3\n", "x = 1\r\ny = 2\rz = 3\n", "utf-8", id="line ends are kept"),
    ],
)
def test_text_is_exact(data: bytes, text: str, encoding: str) -> None:
    assert decode(data) == (text, encoding)


@pytest.mark.parametrize(
    ("data", "kind", "line", "words"),
    [
        pytest.param(b"x = 1\ny = '\xe9'\n", "encoding-error", 2, "0xe9", id="latin-1 without a cookie"),
        pytest.param(b"a\nb\nc\nd\ne\r\nf\r'\xe9'", "encoding-error", 7, "0xe9", id="beyond the first lines"),
        pytest.param(b"# coding: utf-8\nx = '\xe9'\n", "encoding-error", 2, "UTF-8", id="cookie that lies"),
        pytest.param(b"# coding: ascii\nx = '\xe9'\n", "encoding-error", 2, "ASCII", id="not ASCII"),
        pytest.param(b"# coding: klingon\n", "encoding-error", 1, "klingon", id="unknown encoding"),
        pytest.param(b"# coding: rot13\n", "encoding-error", 1, "rot13", id="no text encoding"),
        pytest.param("x = 1\n".encode("utf-16"), "encoding-error", 1, "UTF-16", id="utf-16"),
        pytest.param(b"x = 1\n\n\0\n", "encoding-error", 3, "NUL", id="nul"),
        pytest.param(b"x\n" * (MAX_LINES + 1), "too-large", 1, f"{MAX_LINES:,}", id="too many lines"),
    ],
)
def test_what_cannot_be_decoded_is_explained(data: bytes, kind: str, line: int, words: str) -> None:
    with pytest.raises(ReadingError) as caught:
        decode(data)
    assert (caught.value.kind, caught.value.line) == (kind, line)
    assert words in caught.value.message


def test_a_file_at_the_limit_is_read() -> None:
    assert len(decode(b"x\n" * MAX_LINES)[0]) == 2 * MAX_LINES


def test_large_files_are_not_even_opened(tmp_path: Path) -> None:
    path = tmp_path / "data.py"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(ReadingError, match="2 MB") as caught:
        read_source(path)
    assert caught.value.kind == "too-large"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes and symbolic links")
def test_pipes_and_dangling_links_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "link.py").symlink_to("nowhere.py")
    with pytest.raises(ReadingError, match="not a regular file"):
        read_source(tmp_path / "pipe.py")
    with pytest.raises(ReadingError, match="is a link to a file that does not exist"):
        read_source(tmp_path / "link.py")
    with pytest.raises(ReadingError, match="does not exist"):
        read_source(tmp_path / "gone.py")
