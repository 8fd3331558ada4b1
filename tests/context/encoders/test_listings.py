"""Listings and search results: everything can be read back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.encoders.listings import hits, long_listing, paths

names = st.text(alphabet="abc_.9", min_size=1, max_size=6).filter(lambda name: not name.startswith("  "))
folders = st.sampled_from(("src/", "src/deep/er/", "/abs/", "./", "a b/", ""))
lines = st.lists(st.tuples(folders, names).map("".join) | st.sampled_from(("", "word", "x/")), max_size=14)


def paths_back(value: str) -> str:
    """A list as ``paths`` got it."""
    out: list[str] = []
    folder = ""
    wanted = value.split("\n")
    for place, line in enumerate(wanted):
        if line.startswith("  "):
            out.append(folder + line[2:])
        elif line.endswith("/") and place + 1 < len(wanted) and wanted[place + 1].startswith("  "):
            folder = line
        else:
            out.append(line)
    return "\n".join(out)


def hits_back(value: str) -> str:
    """Search results as ``hits`` got them."""
    out: list[str] = []
    path = ""
    wanted = value.split("\n")
    for place, line in enumerate(wanted):
        number = line.lstrip("0123456789")
        if number != line and number[:1] in (":", "-"):
            out.append(f"{path}{number[0]}{line}")
        elif line.endswith(":") and place + 1 < len(wanted) and wanted[place + 1][:1].isdigit():
            path = line[:-1]
        else:
            out.append(line)
    return "\n".join(out)


@given(lines)
def test_paths_read_back(value: list[str]) -> None:
    text = "\n".join(value)
    found = paths(text, "en")
    assert found is None or paths_back(found) == text


hit = st.tuples(
    st.sampled_from(("a.py", "b/c", "d e.py")),
    st.integers(1, 99).map(str),
    st.sampled_from(("x = 1", "", "a:b", "  def f():")),
).map(":".join)


@given(st.lists(hit | st.sampled_from(("--", "note", "a.py-3-x", "12:00 noon", "b/c:")), max_size=14))
def test_hits_read_back(value: list[str]) -> None:
    text = "\n".join(value)
    found = hits(text, "en")
    assert found is None or hits_back(found) == text


def test_neighbours_in_a_folder_stand_under_its_name() -> None:
    text = "src/a/one.py\nsrc/a/two.py\nsrc/a/three.py\nother/four.py"
    assert paths(text, "en") == "src/a/\n  one.py\n  two.py\n  three.py\nother/four.py"
    assert paths("a/b\nwords here\nmore words\n c/d\ne/f\ng/h\n", "en") is None
    assert paths("a/b\na/c\na/d\na/e\n  indented", "en") is None


def test_hits_in_a_file_stand_under_its_path() -> None:
    text = "src/a.py:3:x = 1\nsrc/a.py-4-y = 2\nsrc/a.py:7:x = 3\nsrc/a.py:9:x\n--\nb.py:1:x\nnote"
    assert hits(text, "en") == ("src/a.py:\n3:x = 1\n4-y = 2\n7:x = 3\n9:x\n--\nb.py:1:x\nnote")
    quoted = "a.py:1:x\na.py:2:x\na.py:3:x\nb.py:\na.py:4:x"
    assert hits(quoted, "en") == "a.py:\n1:x\n2:x\n3:x\nb.py:\na.py:4:x"
    assert hits("10:00:01 a\n10:00:02 b\n10:00:03 c", "en") is None
    assert hits(text + "\n12:30 what would be read as a hit", "en") is None


LISTING = """total 24
-rw-r--r--  1 ann staff   336 Apr  3 08:32 BUILD.md
-rw-r--r--  1 ann staff 10625 Apr  3 08:32 change log.md
drwxr-xr-x 12 ann staff  4096 Apr  3 08:32 src
-rwxr-xr-x  1 ann staff    12 Apr  3 08:32 run.sh
-rw-r--r--  1 ann staff     9 Apr  3 08:32 zlast"""


def test_what_files_share_stands_once() -> None:
    assert long_listing(LISTING, "en") == (
        "total 24\n[mode, size, name; for all: ann staff, Apr 3 08:32; mode only where it changes]\n"
        "-rw-r--r-- 1 336 BUILD.md\n10625 change log.md\ndrwxr-xr-x 12 4096 src\n-rwxr-xr-x 1 12 run.sh\n"
        "-rw-r--r-- 1 9 zlast"
    )
    other = LISTING.replace("ann staff  4096", "bob users  4096").replace("08:32 zlast", "09:00 zlast")
    found = long_listing(other, "zh")
    assert found is not None
    assert "bob users 4096 Apr 3 08:32 src" in found
    assert "全部相同：-" in found


def test_short_listings_and_lines_that_would_be_read_as_files_are_left_alone() -> None:
    assert long_listing("\n".join(LISTING.split("\n")[:4]), "en") is None
    assert long_listing(LISTING + "\n12 files", "en") is None
    assert long_listing(LISTING + "\n\nsub:\n-rw-r--r--  1 ann staff 7 Apr  3 08:32 x", "en") is not None


@given(st.lists(st.tuples(st.sampled_from(("-rw-r--r--", "drwxr-xr-x")), st.integers(0, 9**6), names), min_size=5))
def test_every_size_and_name_is_still_there(files: list[tuple[str, int, str]]) -> None:
    text = "\n".join(f"{mode}  2 ann staff {size:7d} Jan 12 2031 {name}" for mode, size, name in files)
    found = long_listing(text, "en")
    assert found is not None
    rows = found.split("\n")[1:]
    assert [row.split()[-2:] for row in rows] == [[str(size), name] for _, size, name in files]
    mode = ""
    for row, (wanted, _, _) in zip(rows, files, strict=True):
        mode = row.split()[0] if len(row.split()) == 4 else mode
        assert mode == wanted
