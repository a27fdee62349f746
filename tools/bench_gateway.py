#!/usr/bin/env python3
"""Processor time of the forwarding threads for a streamed chunk, ours against HAProxy's, and memory a stream.

usage: tools/bench_gateway.py [--rounds N] [--seconds S] [--tools FOLDER] [--program PATH]… [PATTERN…]

One engine (FOLDER/mock.cpp) stands behind two instances of HAProxy, whose difference is the noise, and behind `foreshock up` with all
that it measures by default. They stay up; each round visits each in a new order with each pattern: streams of one chunk each 20 ms
(c100), of chunks as fast as they go (sat64), of one each 100 ms (c1000), small answers without a stream (unary). Processor time is
that of the threads between the client's marks (/proc/…/schedstat): HAProxy has one, of Foreshock those named forward-*; the others
(observe, analysis, store …) are told apart. Only ratios of one round count. Loopback only. Exits with 1 where a stream failed.
"""
import argparse
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT.parent / 'shared' / 'tools' / 'gateway_bench'
PATTERNS = {  # name: connections, model of the mock (chunks, µs between them), more arguments
    'c100': (100, 'm-n200-i20000-t0-b80', ['-s', '200']),
    'sat64': (64, 'm-n2000-i0-t0-b80', []),
    'c1000': (1000, 'm-n50-i100000-t0-b80', ['-s', '100']),
    'unary': (32, 'm-n1-i0-t0-b80', ['-ns']),
}
HELD_STREAMS = 2000
HAPROXY = """global
  nbthread 1
  maxconn 8000
defaults
  mode http
  option http-no-delay
  timeout connect 5s
  timeout client 300s
  timeout server 300s
frontend clients
  bind 127.0.0.1:{port}
  default_backend engine
backend engine
  http-reuse always
  server engine 127.0.0.1:{engine}
"""
FORESHOCK = """threads: 1
listen: 127.0.0.1:{port}
console: 127.0.0.1:{console}
data_dir: {folder}
backends: [{{ name: engine, url: 'http://127.0.0.1:{engine}' }}]
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


def wait_until_open(port, log):
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(('127.0.0.1', port)) == 0:
                return
        time.sleep(0.05)
    sys.exit(f'bench_gateway: nothing listens at port {port} after 10 s: {log.read_text()[-2000:]}')


class Target:
    def __init__(self, name, port, process):
        self.name, self.port, self.process = name, port, process

    def threads(self):
        """Seconds of processor time by thread's name."""
        used = {}
        for task in Path(f'/proc/{self.process.pid}/task').iterdir():
            name = (task / 'comm').read_text().strip()
            used[name] = used.get(name, 0) + int((task / 'schedstat').read_text().split()[0]) / 1e9
        return used

    def resident_kib(self):
        status = Path(f'/proc/{self.process.pid}/status').read_text()
        return int(status.split('VmRSS:')[1].split()[0])


def forwarding(threads):
    ours = [seconds for name, seconds in threads.items() if name.startswith('forward-')]
    return sum(ours) if ours else sum(threads.values())


class House:
    """The engine and what stands before it; all ends with it."""

    def __init__(self, stack, tools):
        self.stack = stack
        self.folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix='bench-gateway-')))
        for name in ('mock', 'client'):
            subprocess.run(['g++', '-O2', '-std=c++20', '-w', '-o', self.folder / name, tools / f'{name}.cpp', '-lz'], check=True)
        self.engine = free_port()
        self.start([self.folder / 'mock', str(self.engine)], self.engine, 'mock')
        self.targets = []

    def start(self, command, port, name, **more):
        log = (self.folder / f'{port}.log').open('wb')
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd=self.folder, **more)
        self.stack.callback(lambda: (process.kill(), process.wait()))
        wait_until_open(port, Path(log.name))
        return Target(name, port, process)

    def haproxy(self, name):
        port = free_port()
        settings = self.folder / f'{name}.cfg'
        settings.write_text(HAPROXY.format(port=port, engine=self.engine))
        return self.start(['haproxy', '-f', settings], port, name)

    def foreshock(self, program, name=None, **more):
        port, console = free_port(), free_port()
        settings = self.folder / 'foreshock.yaml'
        settings.write_text(FORESHOCK.format(port=port, console=console, engine=self.engine, folder=self.folder / f'data-{port}'))
        target = self.start([program, 'up', '--config', settings], port, name or str(program), **more)
        target.console = console
        return target

    def visit(self, target, pattern, seconds):
        """One window: what the client says, and the processor time of the threads in it."""
        connections, model, more = PATTERNS[pattern]
        marks, write = os.pipe()
        command = [self.folder / 'client', '-p', str(target.port), '-c', str(connections), '-d', str(seconds), '-m', model, *more]
        client = subprocess.Popen(['bash', '-c', f'exec 3>&{write}; exec "$@"', 'client', *map(str, command)],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, pass_fds=[write])
        os.close(write)
        seen = []
        while len(seen) < 2 and os.read(marks, 1):
            seen.append(target.threads())
        os.close(marks)
        said = json.loads(client.communicate()[0])
        before, after = seen
        return said, {name: after[name] - before.get(name, 0) for name in after}


def compare(house, patterns, rounds, seconds):
    figures = {(target.name, pattern): [] for target in house.targets for pattern in patterns}
    others, failed = {}, 0
    for _ in range(rounds):
        for pattern in random.sample(patterns, len(patterns)):
            for target in random.sample(house.targets, len(house.targets)):
                said, threads = house.visit(target, pattern, seconds)
                units = said['streams'] if pattern == 'unary' else said['chunks']
                failed += said['errs']
                figures[target.name, pattern].append(forwarding(threads) / max(units, 1) * 1e6)
                if not target.name.startswith('haproxy'):
                    rest = sum(threads.values()) - forwarding(threads)
                    others.setdefault((target.name, pattern), []).append(rest / max(units, 1) * 1e6)
    return figures, others, failed


def quartiles(values):
    low, middle, high = statistics.quantiles(values, n=4) if len(values) > 1 else values * 3
    return f'{middle:.2f} [{low:.2f}–{high:.2f}]'


def print_comparison(figures, others, patterns):
    print('| pattern | before the engine | µs a chunk | ratio to HAProxy in the same round | its other threads, µs |')
    print('| --- | --- | --- | --- | --- |')
    for pattern in patterns:
        reference = figures['haproxy', pattern]
        for (name, of), values in figures.items():
            if of != pattern:
                continue
            ratio = quartiles([a / b for a, b in zip(values, reference)])
            print(f'| {pattern} | {name} | {quartiles(values)} | {ratio} | {quartiles(others[name, of]) if (name, of) in others else ""} |')


def in_flight(console):
    with urllib.request.urlopen(f'http://127.0.0.1:{console}/api/v1/status') as answer:
        return json.load(answer)['in_flight']


def print_memory(house, programs):
    """Resident memory that HELD_STREAMS running streams add to one that has served some."""
    for target in (house.haproxy('haproxy afresh'), *(house.foreshock(program) for program in programs)):
        house.visit(target, 'c100', 2)
        before = target.resident_kib()
        command = [house.folder / 'client', '-p', str(target.port), '-c', str(HELD_STREAMS), '-d', '8', '-m', 'm-n30-i1000000-t0-b80', '-s', '1000']
        client = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        most, held = before, 0
        while client.poll() is None:
            most = max(most, target.resident_kib())
            if hasattr(target, 'console'):
                held = max(held, in_flight(target.console))
            time.sleep(0.2)
        told = f', {held} in flight' if held else ''
        print(f'memory a stream, {target.name}: {(most - before) / HELD_STREAMS:.1f} KiB ({HELD_STREAMS} streams{told})')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--rounds', type=int, default=9)
    parser.add_argument('--seconds', type=float, default=3)
    parser.add_argument('--tools', type=Path, default=TOOLS)
    parser.add_argument('--program', type=Path, action='append', help='several are held against each other too')
    parser.add_argument('patterns', nargs='*', metavar='PATTERN', help=', '.join(PATTERNS))
    asked = parser.parse_args()
    unknown = [name for name in asked.patterns if name not in PATTERNS]
    if unknown:
        parser.error(f'there is no pattern {unknown[0]}; one of {", ".join(PATTERNS)}')
    if not (asked.tools / 'mock.cpp').exists():
        parser.error(f'no mock.cpp and client.cpp in {asked.tools}; say where with --tools')
    patterns = asked.patterns or list(PATTERNS)
    programs = [program.resolve() for program in asked.program or [ROOT / 'build' / 'release' / 'foreshock']]
    with ExitStack() as stack:
        house = House(stack, asked.tools)
        house.targets = [house.haproxy('haproxy'), house.haproxy('haproxy again'), *(house.foreshock(program) for program in programs)]
        figures, others, failed = compare(house, patterns, asked.rounds, asked.seconds)
        print_comparison(figures, others, patterns)
        print(f'{asked.rounds} rounds of {asked.seconds:g} s, {failed} streams failed; load {os.getloadavg()[0]:.1f}')
        print_memory(house, programs)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
