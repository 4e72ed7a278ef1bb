"""What the eye minds in the sources of Rust: long functions, many parameters, `bool` parameters,
names with several meanings, closures that `let` binds, types and modules without a sentence.
Sources are formatted by rustfmt, so that a function ends at the brace that stands as far in as its
first line."""

import re
from collections import defaultdict

LONG, MANY = 40, 5  # lines of a function, its parameters
FUNCTION = re.compile(
    r"^( *)(?:pub(?:\([^)]*\))? )?(?:const |async |unsafe |extern \"C\" )*fn (\w+)"
)
TYPE = re.compile(r"^(?:pub(?:\([^)]*\))? )?(?:struct|enum|union|trait|type) (\w+)", re.MULTILINE)
# A type wherever it stands, but for what an `impl` says that a type of its trait is.
DESCRIBED = re.compile(
    r"^ *(?:pub(?:\([^)]*\))? )?(?:unsafe )?(?:struct|enum|union|trait) (\w+)"
    r"|^(?:pub(?:\([^)]*\))? )?type (\w+)|^ +type (\w+)[^=]*;$"
)
CLOSURE = re.compile(r"^\s*let (?:mut )?\w+(?:: [^=]+)? =\s*(?:move )?\|", re.MULTILINE)
TESTS = "\n#[cfg(test)]\nmod "


def sources(root):
    """Paths of the sources that ship, each with its text before its tests."""
    folders = [root / "src", *(root / "crates").glob("*/src"), root / "strategies"]
    for path in sorted(path for folder in folders for path in folder.rglob("*.rs")):
        parts = path.relative_to(root).parts
        if not {"tests", "benches", "examples", "testing", "schemas"} & {*parts, path.stem}:
            yield path.relative_to(root), path.read_text(encoding="utf-8").split(TESTS)[0]


def functions(text):
    """Each function: its name, the line where it begins, its lines, and its parameters."""
    lines = text.split("\n")
    for start, line in enumerate(lines):
        if not (found := FUNCTION.match(line)):
            continue
        indent, name = found.groups()
        # The brace of its body, or of a trait's method without one the end of what it takes.
        is_end = re.compile(rf"{indent}(?:\}}|\).*;$)")
        end = start
        if not line.endswith(("}", ";")):
            end = next(place for place in range(start, len(lines)) if is_end.match(lines[place]))
        yield name, start + 1, lines[start : end + 1]


def parameters(lines):
    """The parameters of a function, `self` left out."""
    text = " ".join(line.strip() for line in lines)
    at = text.index("(", re.search(r"fn \w+(?:<(?:[^<>]|<[^<>]*>)*>)?", text).end())
    depth, part, parts = 0, "", []
    for letter, before in zip(text[at:], " " + text[at:]):
        is_arrow = letter == ">" and before == "-"
        depth += (letter in "([{<") - (letter in ")]}>" and not is_arrow)
        if depth == 0:
            break
        if letter == "," and depth == 1:
            parts.append(part)
            part = ""
        elif not (depth == 1 and letter == "("):
            part += letter
    parts = [part.strip() for part in [*parts, part]]
    return [
        part
        for part in parts
        if part and not re.fullmatch(r"&?(?:'\w+ )?(?:mut )?self(?:: .*)?", part)
    ]


def undescribed(lines):
    """The types that no sentence describes: each name with its line."""
    for place, line in enumerate(lines):
        if not (found := DESCRIBED.match(line)):
            continue
        # Its attributes and its sentence: all lines up to one that is blank or ends something else.
        start = place
        while start and lines[start - 1].strip() and lines[start - 1][-1] not in "{};":
            start -= 1
        if not any(above.lstrip().startswith("///") for above in lines[start:place]):
            yield next(filter(None, found.groups())), place + 1


def described(root):
    """The sources whose types and modules are described: all that ship, and what Python binds."""
    yield from sources(root)
    for path in sorted((root / "python" / "src").rglob("*.rs")):
        yield path.relative_to(root), path.read_text(encoding="utf-8").split(TESTS)[0]


def measured(root):
    """Each measure with all places where it is found."""
    found = defaultdict(list)
    declared = defaultdict(set)
    for path, text in sources(root):
        for name in TYPE.findall(text):
            declared[name].add(str(path))
        found["closures bound by let"] += [str(path)] * len(CLOSURE.findall(text))
        for name, start, lines in functions(text):
            place = f"{path}:{start} {name}"
            found["longest function"].append((len(lines), place))
            if len(lines) > LONG:
                found["functions above 40 lines"].append(f"{place}, {len(lines)} lines")
            all_parameters = parameters(lines)
            if len(all_parameters) > MANY:
                found["functions with more than five parameters"].append(place)
            is_bool = [of for of in all_parameters if re.search(r": (?:Option<)?bool\b", of)]
            found["bool parameters"] += [f"{place}({of})" for of in is_bool]
    names = ["types without a sentence", "modules without a head"]
    without_sentence, without_head = (found[name] for name in names)
    for path, text in described(root):
        lines = text.split("\n")
        without_sentence += [f"{path}:{line} {name}" for name, line in undescribed(lines)]
        without_head += [str(path)] if not text.startswith("//!") else []
    found["names of types with several meanings"] = [
        f"{name}: {', '.join(sorted(paths))}" for name, paths in declared.items() if len(paths) > 1
    ]
    return found
