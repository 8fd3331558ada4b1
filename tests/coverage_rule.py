"""core and context stay at 100 % branch coverage: ``python -m tests.coverage_rule`` reads the report and lists gaps."""

from __future__ import annotations

import json
import sys
from pathlib import Path

REPORT = Path(__file__).resolve().parent.parent / ".coverage.json"


def gaps(report: dict[str, dict[str, dict[str, list[object]]]]) -> list[str]:
    """One line a file that is not wholly covered, with the line numbers and jumps that no test takes."""
    lines: list[str] = []
    for name, file in sorted(report["files"].items()):
        missing = [str(line) for line in file["missing_lines"]]
        missing += [f"{start}->{end}" for start, end in file["missing_branches"]]
        if missing:
            lines.append(f"{name}: {', '.join(missing)}")
    return lines


def main(report: Path = REPORT) -> int:
    """Print the gaps; 1 when there are any or nothing was measured."""
    if not report.is_file():
        print(f"{report.name} is missing: run the tests with --cov-report=json:{report.name} first")
        return 1
    measured = json.loads(report.read_text(encoding="utf-8"))
    found = gaps(measured)
    if not measured["files"]:
        found = ["nothing was measured"]
    print("\n".join(found) or f"all of {len(measured['files'])} files covered, every line and every branch")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
