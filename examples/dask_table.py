#!/usr/bin/env python3
"""examples/dask_table.py OUT SHARD... [--scheduler ADDRESS] [--workers N]: the table of faithfulness over shards with
Dask, a task a shard. Called again it goes on where it was stopped. Workers of other machines reach OUT and the shards by
the same paths; without a scheduler N worker processes run on this machine."""
import argparse
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from distributed import Client, LocalCluster, as_completed

program = os.environ.get("HEADWATERS", "headwaters")


def compute(shard, out):
    """One shard; the folder it went to, and the program's exit code and words."""
    folder = str(Path(out) / Path(shard).name)
    options = os.environ.get("HEADWATERS_OPTIONS", "").split()
    run = subprocess.run([program, "batch", "correlate", shard, "--partial", "--out", folder,
                          "--threads", "1", "--quiet", *options], capture_output=True, text=True)
    return folder, run.returncode, run.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("shards", nargs="+")
    parser.add_argument("--scheduler", help="address of a scheduler that runs, such as tcp://ada:8786")
    parser.add_argument("--workers", type=int, help="processes on this machine; default: one a processor")
    given = parser.parse_args()
    Path(given.out).mkdir(parents=True, exist_ok=True)
    worst = 0
    with ExitStack() as closing:
        address = given.scheduler or closing.enter_context(
            LocalCluster(n_workers=given.workers, threads_per_worker=1, dashboard_address=None))
        client = closing.enter_context(Client(address))
        # Not pure: a result of an earlier call is on the disk, not in the scheduler.
        for future, (folder, code, words) in as_completed(
                client.map(compute, given.shards, out=given.out, pure=False), with_results=True):
            sys.stderr.write(words)
            worst = max(worst, code)
    folders = [str(Path(given.out) / Path(shard).name) for shard in given.shards]
    merged = subprocess.run([program, "merge", *folders, "--format", "json"], stdout=subprocess.PIPE)
    if merged.returncode == 0:
        (Path(given.out) / "table.json").write_bytes(merged.stdout)
    return max(worst, merged.returncode)


if __name__ == "__main__":
    sys.exit(main())
