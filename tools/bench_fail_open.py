#!/usr/bin/env python3
"""Whether tokens flow as fast where what observes has stopped: each state of `foreshock up` against a well one, in the same rounds.

usage: tools/bench_fail_open.py [--rounds N] [--seconds S] [--tools FOLDER] [--program PATH]

States: the thread that observes is stopped, the one that analyses is stopped (ptrace stops one thread alone), no file may grow
(RLIMIT_FSIZE, as on a full disk). Said of each: how long a chunk takes from the engine to the client (median, 99th percentile),
the processor time of the forwarding threads for a chunk, and what the console and /metrics tell of the gap. Linux, as root or over
children of one's own. Exits with 1 where a stream failed, or a gap is not told.
"""
import argparse
import ctypes
import os
import random
import resource
import sys
import urllib.request
from contextlib import ExitStack
from pathlib import Path

from bench_gateway import ROOT, TOOLS, House, forwarding, quartiles

PATTERN = 'c100'
PTRACE_DETACH, PTRACE_SEIZE, PTRACE_INTERRUPT = 17, 0x4206, 0x4207
LIBC = ctypes.CDLL(None, use_errno=True)
TOLD = {  # state: the metrics that tell of it
    'well': [],
    'observe stopped': ['foreshock_observations_dropped_total'],
    'analysis stopped': ['foreshock_analysis_restarts', 'foreshock_analysis_dropped'],
    'no file may grow': ['foreshock_store_write_errors_total'],
}


def ptrace(request, thread):
    if LIBC.ptrace(request, thread, None, None) != 0:
        sys.exit(f'bench_fail_open: cannot stop or let go thread {thread}: {os.strerror(ctypes.get_errno())}')


def stop_thread(stack, target, name):
    """It stops until STACK ends; all others of the process go on."""
    for task in Path(f'/proc/{target.process.pid}/task').iterdir():
        if (task / 'comm').read_text().strip() == name:
            ptrace(PTRACE_SEIZE, int(task.name))
            ptrace(PTRACE_INTERRUPT, int(task.name))
            stack.callback(ptrace, PTRACE_DETACH, int(task.name))
            return
    sys.exit(f'bench_fail_open: no thread is called {name}')


def put_into_states(house, program):
    """Each is asked something first, so that the file of its store is there."""
    house.targets = [house.foreshock(program, state) for state in TOLD]
    for target in house.targets:
        house.visit(target, PATTERN, 2)
    _, observing, analysing, writing = house.targets
    stop_thread(house.stack, observing, 'observe')
    stop_thread(house.stack, analysing, 'analysis')
    resource.prlimit(writing.process.pid, resource.RLIMIT_FSIZE, (0, 0))
    house.visit(observing, 'unary', 2)  # more than waits for the observer at most


def metrics_of(target):
    """Values by name, labels together."""
    with urllib.request.urlopen(f'http://127.0.0.1:{target.console}/metrics') as answer:
        lines = answer.read().decode().splitlines()
    values = {}
    for line in lines:
        if not line.startswith('#'):
            name = line.split('{')[0].split(' ')[0]
            values[name] = values.get(name, 0) + float(line.split(' ')[-1])
    return values


def compare(house, rounds, seconds):
    windows, failed = {target.name: [] for target in house.targets}, 0
    for _ in range(rounds):
        for target in random.sample(house.targets, len(house.targets)):
            said, threads = house.visit(target, PATTERN, seconds)
            failed += said['errs']
            windows[target.name].append((said['dly_p50'], said['dly_p99'], forwarding(threads) / max(said['chunks'], 1) * 1e6))
    return windows, failed


def print_states(house, windows):
    """How many gaps nobody tells of."""
    untold = 0
    print('| state | chunk on its way, median µs | 99th percentile µs | processor time µs a chunk | ratio to well | told |')
    print('| --- | --- | --- | --- | --- | --- |')
    for target in house.targets:
        values = windows[target.name]
        columns = [quartiles([window[i] for window in values]) for i in range(3)]
        ratio = quartiles([a[2] / b[2] for a, b in zip(values, windows['well'])])
        metrics = metrics_of(target)
        told = {name: metrics.get(name, 0) for name in TOLD[target.name]}
        untold += bool(told) and not any(told.values())
        print(f'| {target.name} | {" | ".join(columns)} | {ratio} | {", ".join(f"{name} {value:g}" for name, value in told.items())} |')
    return untold


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--rounds', type=int, default=7)
    parser.add_argument('--seconds', type=float, default=3)
    parser.add_argument('--tools', type=Path, default=TOOLS)
    parser.add_argument('--program', type=Path, default=ROOT / 'build' / 'release' / 'foreshock')
    asked = parser.parse_args()
    with ExitStack() as stack:
        house = House(stack, asked.tools)
        put_into_states(house, asked.program.resolve())
        windows, failed = compare(house, asked.rounds, asked.seconds)
        untold = print_states(house, windows)
    print(f'{asked.rounds} rounds of {asked.seconds:g} s, {failed} streams failed, {untold} gaps not told; load {os.getloadavg()[0]:.1f}')
    return 1 if failed or untold else 0


if __name__ == '__main__':
    sys.exit(main())
