"""The fuzz targets: which dictionary each takes, and which recorded inputs are seeds of it.

Seeds of ours stand in fuzz/corpus/NAME. The recorded ones lie under FORESHOCK_CORPUS (default ../shared/data) and are
made into seeds at run time: none of them is copied into the project.
"""
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LARGEST = 4096  # bytes of a seed: longer ones slow the mutations down
DIALECTS = {'oai-chat': 0, 'oai-completion': 1, 'oai-responses': 2, 'anthropic': 3, 'ollama': 4, 'llama': 5}

# name: (dictionary, globs of recorded inputs, the bytes before each; of a stream the first is its dialect)
TARGETS = {
    'http_head': ('http', (), ()),
    'http_body': ('http', ('sse/*',), (b'\x03\x08',)),
    'relay_head': ('http', (), ()),
    'sse': ('stream', ('sse/*', 'sse-synthetic/*', 'llama-server/*.sse'), (b'\x07',)),
    'stream_meter': ('stream', ('sse/*', 'sse-synthetic/*', 'llama-server/*.sse'), tuple(bytes([d, 0, 1, 9]) for d in range(6))),
    'answer': ('stream', ('http-bodies/*', 'llama-server/*.json'), tuple(bytes([d]) + b'\n' for d in range(6))),
    'request': ('json', ('chat/*.json',), tuple(bytes([d]) for d in range(6))),
    'json_edit': ('json', ('chat/*.json', 'http-bodies/*'), (b'',)),
    'own_calls': ('json', (), ()),
    'noun_json': ('json', (), ()),
    'prometheus_api': ('json', (), ()),
    'api_call': ('json', ('chat/*.json',), (b'\x00', b'\x01')),
    'address': ('text', (), ()),
    'values': ('text', (), ()),
    'query': ('text', (), ()),
    'calendar': ('calendar', (), ()),
    'metrics_page': ('page', ('metrics/*', 'llama-server/*.txt'), (bytes(8),)),
    'yaml': ('yaml', ('../gauntlet/*.yaml',), (b'',)),
    'story': ('yaml', ('../gauntlet/*.yaml',), (b'',)),
    'block': (None, (), ()),
    'column': (None, (), ()),
    'record': (None, (), ()),
    'ring': (None, (), ()),
}


def recorded_folder():
    return Path(os.environ.get('FORESHOCK_CORPUS', ROOT.parent / 'shared' / 'data'))


def write_seeds(name, folder):
    """Writes the seeds of NAME that come from recorded inputs, and the stories of the project, into FOLDER."""
    _, globs, heads = TARGETS[name]
    files = [path for pattern in globs for path in sorted(recorded_folder().glob(pattern)) if path.is_file()]
    if name in ('story', 'yaml'):
        files += sorted((ROOT / 'scenarios').glob('*.yaml'))
    folder.mkdir(parents=True, exist_ok=True)
    for number, path in enumerate(files):
        for head in heads:
            (folder / f'{number}-{head.hex()}').write_bytes(head + path.read_bytes()[:LARGEST])
    return len(files)
