"""Run every test: those without a browser on all processors, then those in the browser alone.

Browser tests start a server, a browser and its helpers; beside other tests they would wait for a
processor and time out. Both runs end with pytest's line; the last line adds them up.
With arguments there is one plain run of pytest with these.
"""

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parents[1]
BROWSER = "tests/browser"
MOST_PROCESSES = 4
CLOSING = re.compile(r"^=* ?(\d+ \w+.*|no tests ran) in [\d.]+s")
COUNT = re.compile(r"(\d+) (failed|passed|skipped|xfailed|xpassed|errors?|warnings?)")
ORDER = ("failed", "passed", "skipped", "xfailed", "xpassed", "error", "warning")


def counts(line: str) -> Counter[str]:
    """What a closing line counts.

    >>> counts("=== 2 failed, 10 passed, 1 warning in 3.21s ===")["passed"]
    10
    """
    return Counter({word.removesuffix("s") if word[:4] in ("erro", "warn") else word: int(number)
                    for number, word in COUNT.findall(line)})


def judged(total: Counter[str], status: int) -> Counter[str]:
    """A run that fails beside its tests (a stale list) counts an error, so that its line tells.

    >>> closing(judged(counts("3 passed in 1.0s"), 1), 1)
    '3 passed, 1 error in 1.00s'
    """
    silent = status and not (total["failed"] or total["error"])
    return total + Counter(error=1) if silent else total


def closing(total: Counter[str], seconds: float) -> str:
    """A closing line for several runs.

    >>> closing(counts("3 passed in 1.0s") + counts("1 failed, 4 passed in 2.0s"), 3.5)
    '1 failed, 7 passed in 3.50s'
    """
    words = [f"{total[word]} {word}" for word in ORDER if total[word]]
    return f"{', '.join(words) or 'no tests ran'} in {seconds:.2f}s"


def run(*arguments: str) -> tuple[int, Counter[str]]:
    """One run of pytest, shown as it goes."""
    found: Counter[str] = Counter()
    with subprocess.Popen([sys.executable, "-m", "pytest", *arguments], cwd=ROOT,
                          stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            if CLOSING.match(line):
                found = counts(line)
    return process.returncode, found


def everything() -> int:
    began = monotonic()
    processes = min(os.cpu_count() or 1, MOST_PROCESSES)
    spread = ["-n", str(processes), "--dist", "worksteal"] if processes > 1 else []
    first, quiet = run(*spread, "--ignore", BROWSER)
    second, browser = run(BROWSER)
    print(closing(judged(quiet + browser, first or second), monotonic() - began))
    return first or second


def main(arguments: Sequence[str]) -> int:
    return run(*arguments)[0] if arguments else everything()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
