"""Bytes -> text, as Python itself would decode them (PEP 263), with a reason where it cannot."""

from __future__ import annotations

import re
import stat
import tokenize
from pathlib import Path

from hybridize.sources.model import UNREADABLE
from hybridize.sources.notebooks import SUFFIX

MAX_BYTES = 2 * 1024 * 1024
MAX_LINES = 50_000
"""Larger files are data that happens to be spelled in Python; parsing one would take longer than all the rest."""
MAX_NOTEBOOK_BYTES = 64 * 1024 * 1024
"""Notebooks hold pictures."""


class ReadingError(Exception):
    """A file that cannot be read: the kind of error (CONTRACT.md), a sentence, and the line if there is one."""

    def __init__(self, kind: str, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.line = line


def read_source(path: Path) -> tuple[str, str]:
    """The text of a file, exactly, and its encoding; raises ReadingError."""
    is_notebook = path.suffix == SUFFIX
    most = MAX_NOTEBOOK_BYTES if is_notebook else MAX_BYTES
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise ReadingError(UNREADABLE, "is not a regular file")
        if status.st_size > most:
            size, limit = f"{status.st_size / 1024**2:.1f} MB", f"{most // 1024**2} MB"
            raise ReadingError("too-large", f"is too large to be checked: {size}, the limit is {limit}")
        data = path.read_bytes()
    except FileNotFoundError:
        why = "is a link to a file that does not exist" if path.is_symlink() else "does not exist"
        raise ReadingError("not-found", why) from None
    except OSError as error:
        raise ReadingError(UNREADABLE, f"cannot be read: {error.strerror or error}") from None
    return decode(data, is_notebook)


def decode(data: bytes, is_notebook: bool = False) -> tuple[str, str]:
    """Text and encoding of a file with these bytes; raises ReadingError."""
    if is_notebook:
        try:
            return data.decode("utf-8"), "utf-8"
        except UnicodeDecodeError as error:
            raise _not_decodable(data, error.start, "utf-8") from None
    lines = len(re.findall(rb"\r\n|\r|\n", data))
    if lines > MAX_LINES:
        raise ReadingError("too-large", f"is too large to be checked: {lines:,} lines, the limit is {MAX_LINES:,}")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ReadingError("encoding-error", "is encoded in UTF-16, which Python does not accept for source files")
    try:
        # A line may end with a carriage return alone, as Python reads it.
        encoding, _ = tokenize.detect_encoding(iter(data.splitlines(True)).__next__)
    except SyntaxError as error:
        # Either the declared encoding does not exist, or the first two lines already are not UTF-8.
        position = _first_invalid(data)
        if position is not None and "unknown encoding" not in str(error):
            raise _not_decodable(data, position, "utf-8") from None
        raise ReadingError("encoding-error", f"declares an encoding that cannot be used: {error}") from None
    encoding = "utf-8" if encoding == "utf-8-sig" else encoding
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise _not_decodable(data, error.start, encoding) from None
    except (UnicodeError, LookupError) as error:
        raise ReadingError("encoding-error", f"declares an encoding that cannot be used: {error}") from None
    if "\0" in text:
        line = _line(data, data.find(b"\0"))
        raise ReadingError("encoding-error", "contains a NUL byte, which Python does not accept in source files", line)
    return text, encoding


def encode(text: str) -> bytes:
    """The bytes of a file with this text, in the encoding that it declares, or UTF-8."""
    head = text.encode("utf-8", "surrogatepass")
    try:
        encoding, _ = tokenize.detect_encoding(iter(head.splitlines(True)).__next__)
        return text.encode(encoding.removesuffix("-sig"))
    except (SyntaxError, UnicodeError, LookupError):
        return head


def _first_invalid(data: bytes) -> int | None:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return None


def _not_decodable(data: bytes, position: int, encoding: str) -> ReadingError:
    message = f"is not {encoding.upper()}: byte 0x{data[position]:02x} at offset {position}"
    if encoding == "utf-8":
        message += " (another encoding must be declared in the first two lines)"
    return ReadingError("encoding-error", message, _line(data, position))


def _line(data: bytes, position: int) -> int:
    return len(re.findall(rb"\r\n|\r|\n", data[:position])) + 1
