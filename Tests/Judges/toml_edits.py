"""Reads edited TOML documents with Python's parser.

Standard input has a JSON object a line: "before" and "after" are documents, "path" is the way to the
value that was edited ([key or index, ...]), and "text" is its new text. Prints how many it has read, and
fails at the first one in which anything else has changed.
"""
import json
import sys
import tomllib


def without(value, path):
    """The same value without what stands at the path."""
    if not path:
        return None
    step, rest = path[0], path[1:]
    if isinstance(value, dict):
        copy = dict(value)
        old = copy.pop(step, None)
        if rest:
            copy[step] = without(old, rest)
        return copy
    copy = list(value)
    copy[step] = without(copy[step], rest)
    return copy


def at(value, path):
    for step in path:
        value = value[step]
    return value


count = 0
for line in sys.stdin:
    edit = json.loads(line)
    before, after = tomllib.loads(edit["before"]), tomllib.loads(edit["after"])
    path = edit["path"]
    # As text, so that NaN is itself.
    assert repr(without(before, path)) == repr(without(after, path)), line
    meant = tomllib.loads("v = " + edit["text"])["v"]
    assert repr(at(after, path)) == repr(meant), line
    count += 1
print(count)
