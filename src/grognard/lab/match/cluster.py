"""Games on a Ray cluster (the extra ``ray``)."""

from collections.abc import Iterable, Iterator
from typing import Any

from grognard.lab.match.batch import Crash, Outcome, Runner, attempt
from grognard.lab.match.playing import Task
from grognard.lab.match.store import NoExtra


def on_ray(workers: int, address: str = "") -> Runner:
    """All games on a cluster, so many at a time; without an address one is started here.

    Every machine of the cluster needs the same Grognard and boxes. Raises :class:`NoExtra`.
    """
    try:
        import ray
    except ImportError:
        raise NoExtra("--on ray needs Ray", "ray") from None

    def run(tasks: Iterable[Task]) -> Iterator[Outcome]:
        started = not ray.is_initialized()
        if started:
            _begin(ray, workers, address)
        try:
            yield from _spread(ray, iter(tasks), workers)
        finally:
            if started:
                ray.shutdown()

    return run


def _begin(ray: Any, workers: int, address: str) -> None:
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address:
        ray.init(address=address, **quiet)
    else:
        ray.init(num_cpus=workers, include_dashboard=False, **quiet)


def _spread(ray: Any, waiting: Iterator[Task], workers: int) -> Iterator[Outcome]:
    """Keep the cluster busy; a game whose worker died is told like any other crash."""
    remote = ray.remote(num_cpus=1, max_retries=1)(attempt)
    running: dict[Any, Task] = {}
    while True:
        while len(running) < 2 * workers and (task := next(waiting, None)):
            running[remote.remote(task)] = task
        if not running:
            return
        (ready, *_), _ = ray.wait(list(running), num_returns=1)
        task = running.pop(ready)
        try:
            yield ray.get(ready)
        except ray.exceptions.RayError as fault:
            yield Crash(task.seed, task.swapped, f"{type(fault).__name__}: the worker died")
