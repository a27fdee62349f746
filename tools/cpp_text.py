"""What the checks read out of C++ text without a compiler: text without comments and literals, and functions."""
import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/'
    r'|R"(?P<mark>[^()\\\s]*)\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'",
    re.DOTALL)
_INCLUDE = re.compile(r'^\s*#\s*include\b')
_DIRECTIVE = re.compile(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', re.MULTILINE)


def _blank(text):
    return re.sub(r'[^\n]', ' ', text)


def without_comments_and_literals(text):
    """The same text with spaces in their place, so that lines and columns stay; #include lines are kept."""
    kept = {number: line for number, line in enumerate(text.split('\n')) if _INCLUDE.match(line)}
    blanked = _TOKEN.sub(lambda match: _blank(match.group()), text).split('\n')
    for number, line in kept.items():
        if blanked[number].strip():
            blanked[number] = line
    return '\n'.join(blanked)


def without_directives(text):
    """The same text with spaces in place of preprocessor directives, macro bodies included."""
    return _DIRECTIVE.sub(lambda match: _blank(match.group()), text)


@dataclass(frozen=True)
class Function:
    name: str
    first_line: int
    last_line: int

    @property
    def lines(self):
        return self.last_line - self.first_line + 1


_TYPE = re.compile(r'(?:^|[\s>])(?:class|struct|union|enum)\b(?![^{]*\)\s*$)')
_BLOCK = re.compile(r'^\s*(?:inline\s+)?namespace\b|^\s*extern\s*$')
_CONSTRUCTOR_LIST = re.compile(r'\)\s*(?:noexcept\s*)?:(?!:)')


def _kind_of_block(head, parens, enclosing):
    """What a '{' opens, by the text before it: 'scope' (namespace, type), 'function' or 'inner'."""
    if parens > 0 or enclosing != 'scope':
        return 'inner'
    if _BLOCK.search(head) or (_TYPE.search(head) and '(' not in head):
        return 'scope'
    before = head.rstrip()
    if '(' not in head or before.endswith('='):
        return 'inner'
    initialises_member = _CONSTRUCTOR_LIST.search(head) and re.search(r'[\w>]$', before)
    return 'inner' if initialises_member else 'function'


def functions(text):
    """The functions with a body in TEXT, as written by clang-format; lambdas belong to what holds them."""
    code = without_directives(without_comments_and_literals(text))
    found, stack = [], []
    head, head_line, parens, line = '', 1, 0, 1
    for character in code:
        if character == '{':
            enclosing = stack[-1][0] if stack else 'scope'
            kind = _kind_of_block(head, parens, enclosing)
            stack.append((kind, head, head_line, parens))
            if kind != 'inner':
                head = ''
            parens = 0 if kind != 'inner' else parens
        elif character == '}':
            if stack:
                kind, opened, first_line, parens = stack.pop()
                if kind == 'function':
                    name = re.search(r'([~\w:]+|operator\s*\S+)\s*\(', opened)
                    found.append(Function(name.group(1) if name else '?', first_line, line))
                head = opened + '{}' if kind == 'inner' else ''
        elif character == ';' and parens == 0:
            head = ''
        else:
            parens += (character == '(') - (character == ')')
            if not head.strip() and not character.isspace():
                head, head_line = '', line
            head += character
        line += character == '\n'
    return found
