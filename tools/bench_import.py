#!/usr/bin/env python3
"""How long 30 days of 200 series take from VictoriaMetrics into a store, a point a minute.

usage: tools/bench_import.py [--runs N] [--days D] [--replicas R] [--histograms] [--program PATH]

Starts Debian's victoria-metrics on a free port with its data in a temporary folder, gives it vLLM's metrics of R replicas
(23: 200 series of the store), and runs `foreshock import` N times, each into a new folder. Said of each run: wall time,
processor time of the import and of the server, size of the store. Exits with 1 where a run takes more than 20 s.
"""
import argparse
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARK = 20  # s
TICKS = os.sysconf('SC_CLK_TCK')
BOUNDS = ['0.001', '0.005', '0.01', '0.02', '0.04', '0.06', '0.08', '0.1', '0.25', '0.5', '0.75', '1', '2.5', '5', '7.5', '10', '+Inf']


def free_port():
    with socket.socket() as one:
        one.bind(('127.0.0.1', 0))
        return one.getsockname()[1]


def growing(points, most):
    values, total = [], 0
    for _ in range(points):
        total += random.randint(0, most)
        values.append(total)
    return values


def series_of_replica(points, with_histograms):
    """(name, further labels, values): eight signals."""
    asked = [value * 20 for value in growing(points, 3)]
    yield 'vllm:num_requests_running', {}, [random.randint(0, 60) for _ in range(points)]
    yield 'vllm:num_requests_waiting', {}, [random.randint(0, 5) for _ in range(points)]
    yield 'vllm:kv_cache_usage_perc', {}, [round(random.random(), 5) for _ in range(points)]
    yield 'vllm:num_preemptions_total', {}, growing(points, 4)
    yield 'vllm:request_queue_time_seconds_sum', {}, [value * 0.37 for value in asked]
    yield 'vllm:request_queue_time_seconds_count', {}, asked
    yield 'vllm:prefix_cache_hits_total', {}, growing(points, 900)
    yield 'vllm:prefix_cache_queries_total', {}, growing(points, 3000)
    yield 'process_resident_memory_bytes', {}, [10**9 + random.randint(0, 10**7) for _ in range(points)]
    yield 'process_open_fds', {}, [random.randint(90, 120) for _ in range(points)]
    below = [0] * points
    for bound in BOUNDS if with_histograms else []:
        below = [low + more for low, more in zip(below, growing(points, 2))]
        yield 'vllm:time_to_first_token_seconds_bucket', {'le': bound}, below


def post(base, lines):
    urllib.request.urlopen(urllib.request.Request(f'{base}/api/v1/import', data='\n'.join(lines).encode(), method='POST')).read()


def feed(base, options):
    points = int(options.days * 1440) + 5
    end = int(time.time()) // 60 * 60
    stamps = [(end - 60 * (points - 1 - i)) * 1000 for i in range(points)]
    count = 0
    for replica in range(options.replicas):
        labels = {'instance': f'10.0.0.{replica}:8000', 'job': 'vllm', 'model_name': 'qwen3'}
        for name, further, values in series_of_replica(points, options.histograms):
            post(base, [json.dumps({'metric': {'__name__': name, **labels, **further}, 'values': values, 'timestamps': stamps})])
            count += 1
    urllib.request.urlopen(f'{base}/internal/force_flush').read()
    return count


def processor_time(pid):
    fields = Path(f'/proc/{pid}/stat').read_text().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def run_once(options, port, server, folder):
    command = [options.program, 'import', f'prometheus://127.0.0.1:{port}', '--days', str(options.days), '--data-dir', folder, '--json']
    before, begun = processor_time(server.pid), time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        report = json.loads(process.stdout.read())
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - begun
    if process.returncode != 0:
        sys.exit(f'bench_import: the import ended with {process.returncode}')
    series = sum(signal['series'] for signal in report['signals'])
    points = sum(signal['points'] for signal in report['signals'])
    size = sum(path.stat().st_size for path in Path(folder).iterdir())
    print(f'{wall:5.1f} s wall, {used.ru_utime + used.ru_stime:5.1f} s of CPU here, {processor_time(server.pid) - before:5.1f} s in the server, '
          f'{series} series, {points} points, {size / 1e6:.0f} MB, {used.ru_maxrss / 1024:.0f} MiB of memory', flush=True)
    return wall


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--days', type=float, default=30)
    parser.add_argument('--replicas', type=int, default=23)
    parser.add_argument('--histograms', action='store_true', help='a histogram of each replica too, of 17 buckets')
    parser.add_argument('--program', default=str(ROOT / 'build' / 'release' / 'foreshock'))
    options = parser.parse_args()
    random.seed(1)
    port = free_port()
    with tempfile.TemporaryDirectory(prefix='bench-import-') as folder:
        server = subprocess.Popen(['/usr/bin/victoria-metrics', f'-storageDataPath={folder}/metrics', f'-httpListenAddr=127.0.0.1:{port}',
                                   '-retentionPeriod=100d', '-loggerLevel=ERROR'])
        try:
            base = f'http://127.0.0.1:{port}'
            for _ in range(300):
                try:
                    urllib.request.urlopen(f'{base}/health').read()
                    break
                except OSError:
                    time.sleep(0.1)
            print(f'{feed(base, options)} series on the server, a point a minute, {options.days:g} days', flush=True)
            walls = [run_once(options, port, server, f'{folder}/store-{i}') for i in range(options.runs)]
        finally:
            server.terminate()
            server.wait()
    print(f'load at the end: {os.getloadavg()[0]:.1f}')
    return 1 if max(walls) > MARK else 0


if __name__ == '__main__':
    sys.exit(main())
