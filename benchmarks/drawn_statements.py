"""The statements that a drawn kernel may have: each is a function of the kernel and of who is together (`drawn_expressions`)."""

from __future__ import annotations

from drawn_expressions import (
    BROAD,
    DOUBLE,
    FLOAT,
    INT,
    KINDS,
    LONG,
    UNSIGNED,
    WIDE,
    Kind,
    Value,
    fitted,
    index,
    literal,
    reduced,
)
from drawn_kernels import _FULL, Kernel, Shared, Statement, Variable

_MOST_WORK = 300  # turns of all loops around a statement


def choose(kernel: Kernel, level: int) -> Statement:
    """One that may stand here."""
    every: list[tuple[Statement, float]] = [
        (declaration, 3),
        (assignment, 5),
        (own_store, 3),
        (condition, 4),
        (counting, 2),
        (countdown, 1),
        (selection, 1),
        (update, 2),
        (local_array, 1),
        (lambda_, 0.4),
        (pointer, 0.7),
        (stepped, 0.5),
    ]
    if kernel.own:
        every += [(refilled, 1.5)]
    if kernel.waits:
        every += [(shared_store, 3), (shared_update, 2)]
    if level == 0 and kernel.waits:
        every += [
            (barrier, 4),
            (vote, 1.5),
            (tree, 0.7),
            (scan, 0.7),
            (swapped, 0.5),
            (block_function, 0.6),
            (left, 0.3),
            (compacted, 0.3),
        ]
        if len(kernel.drawn.block) > 1:
            every += [(bordered, 2)]
    if level <= 1 and kernel.whole_warps:
        every += [(exchange, 3), (ballot, 1.5), (warp_memory, 0.7), (fold, 1), (together, 0.7), (half_warp, 0.5)]
        if kernel.tile:
            every += [(tile_exchange, 2)]
    if level == 0:
        every += [(rounds, 3), (strided, 0.5)]
    if kernel.loops and level <= kernel.loops[-1][0] < 9:
        every += [(jump, 1)]
    statements, weights = zip(*every)
    chosen: Statement = kernel.chance.choices(statements, weights)[0]
    return chosen


def declaration(kernel: Kernel, level: int) -> None:
    """A variable."""
    kind = kernel.chance.choice(KINDS)
    kernel.declared(kind, level if kernel.chance.random() < 0.3 else 2)


def target(kernel: Kernel, level: int) -> Variable | None:
    """A variable that may be assigned to here."""
    found = [v for v in kernel.seen().values() if v.level >= level and not v.fixed]
    return kernel.chance.choice(found) if found else None


def assignment(kernel: Kernel, level: int) -> None:
    """To a variable, in one of its forms."""
    chance, variable = kernel.chance, target(kernel, level)
    if variable is None:
        declaration(kernel, level)
        return
    kind, value = variable.kind, kernel.value(variable.level)
    if kind in (UNSIGNED, WIDE) and chance.random() < 0.6:
        whole = fitted(value, kind)
        sign = chance.choice(("+=", "-=", "^=", "|=", "*=", "&="))
        kernel.put(
            f"{variable.name} {sign} {whole.text};"
            if chance.random() < 0.85
            else f"{chance.choice(('++', '--'))}{variable.name};"
        )
    elif chance.random() < 0.4 and kind.bits >= 32:
        small = reduced(value, 500) if kind.real or kind.signed else value
        both = f"{variable.name} {chance.choice('+-')} {small.inside(13)}"
        level_of = max(variable.level, small.level)
        if kind.real:
            mixed = Value(
                both,
                DOUBLE if DOUBLE in (kind, small.kind) else FLOAT,
                kind.low - 512,
                kind.high + 512,
                level_of,
                max(kind.places, small.places),
                12,
            )
        elif kind.signed and small.kind.signed and not small.kind.real:
            wide = LONG if small.kind is LONG or kind is LONG else INT
            mixed = Value(both, wide, kind.low - 512, kind.high + 512, level_of, 0, 12)
        else:
            kernel.put(f"{variable.name} = {fitted(value, kind).text};")
            return
        kernel.put(f"{variable.name} = {fitted(mixed, kind).text};")
    else:
        kernel.put(f"{variable.name} = {fitted(value, kind).text};")


def own_store(kernel: Kernel, level: int) -> None:
    """To an element of a result that is the thread's own."""
    buffer = kernel.chance.choice([b for b in kernel.drawn.buffers if b.role == "own"])
    element = kernel.own_element(buffer)
    kernel.put(f"{element.text} = {fitted(kernel.value(), element.kind).text};")


def condition(kernel: Kernel, level: int) -> None:
    """An `if`, with or without its other side."""
    chance = kernel.chance
    if level == 0 and kernel.whole_warps and chance.random() < 0.2:
        warps = kernel.drawn.threads // 32
        asked = Value(f"t / 32 {chance.choice(('==', '!=', '<'))} {chance.randrange(warps + 1)}", INT, 0, 1, 1)
    else:
        asked = kernel.expressions.condition(level if chance.random() < 0.5 else 2)
    inner = max(level, asked.level)
    with kernel.kept():
        before = kernel.phases()
        with kernel.braces(f"if ({asked.text})"), kernel.kept():
            kernel.statements(inner)
        for array in kernel.shared:
            array.phase, array.turned, array.update = before[array.name]
        if chance.random() < 0.4:
            with kernel.braces("else"), kernel.kept():
                kernel.statements(inner)


def _loop(kernel: Kernel, level: int, head: str, turns: int, end: str = "}", counter: Variable | None = None) -> None:
    """A loop whose body is drawn."""
    kernel.work *= max(turns, 1)
    with kernel.braces(head, end):
        if counter is not None:
            kernel.declare(counter)
        before = kernel.phases()
        kernel.loops.append((level, before))
        with kernel.kept():
            kernel.statements(level)
        kernel.loops.pop()
    kernel.work //= max(turns, 1)


def rounds(kernel: Kernel, level: int) -> None:
    """A loop that all threads of the block go through together."""
    turns = kernel.chance.randrange(1, 7)
    if kernel.work * turns > _MOST_WORK:
        return
    name = kernel.name()
    end = fitted(kernel.value(0, 2), INT, 0, turns) if kernel.chance.random() < 0.4 else literal(INT, turns)
    form = kernel.chance.random()
    counter = Variable(name, INT, 0, True, 0, 64)
    if form < 0.6:
        _loop(
            kernel,
            0,
            f"for (int {name} = 0; {name} < {end.inside(11)}; {kernel.chance.choice(('++' + name, name + '++', name + ' += 1'))})",
            turns,
            counter=counter,
        )
    elif form < 0.8:
        start = 1 << kernel.chance.randrange(6)
        _loop(
            kernel,
            0,
            f"for (int {name} = {start}; {name} > 0; {name} {kernel.chance.choice(('>>= 1', '/= 2'))})",
            6,
            counter=counter,
        )
    else:
        kernel.put(f"int {name} = {end.text};")
        kernel.declare(counter)
        _loop(kernel, 0, f"while ({name}-- > 0)", turns)
        kernel.scopes[-1][name] = Variable(name, INT, 0, True, -1, 64)


def counting(kernel: Kernel, level: int) -> None:
    """A loop with as many turns as the thread says."""
    if kernel.work * 8 > _MOST_WORK:
        return
    name, total = kernel.name(), kernel.name()
    end = fitted(kernel.value(2, 2), INT, 0, 7)
    first = kernel.chance.choice(("0", "0", "1"))
    counter = Variable(name, INT, 2, True, 0, 8)
    if kernel.chance.random() < 0.5:
        summed(kernel, name, total, end, first, counter)
    else:
        _loop(kernel, 2, f"for (int {name} = {first}; {name} < {end.inside(11)}; {name}++)", 8, counter=counter)


def summed(kernel: Kernel, name: str, total: str, end: Value, first: str, counter: Variable) -> None:
    """A sum over a loop."""
    kind = kernel.chance.choice((INT, UNSIGNED, FLOAT, DOUBLE, LONG))
    if total == name:
        return
    kernel.put(f"{kind.name} {total} = {literal(kind, 0).text};")
    kernel.scopes.append({name: counter})
    value = fitted(kernel.value(2, 2), kind)
    if kind.real or kind.signed:
        value = reduced(value, 64) if value.size > 64 else value
    kernel.scopes.pop()
    kernel.put(f"for (int {name} = {first}; {name} < {end.inside(11)}; ++{name}) {total} += {value.text};")
    kernel.declare(Variable(total, kind, 2, kind in (INT, LONG) and kernel.chance.random() < 0.2))


def countdown(kernel: Kernel, level: int) -> None:
    """`while` and `do` with a counter of the thread's own."""
    if kernel.work * 8 > _MOST_WORK:
        return
    name = kernel.name()
    kernel.put(f"int {name} = {fitted(kernel.value(2, 2), INT, 0, 7).text};")
    kernel.declare(Variable(name, INT, 2, True, -1, 8))
    if kernel.chance.random() < 0.6:
        _loop(kernel, 2, f"while ({name}-- > 0)", 8)
    else:
        _loop(kernel, 2, "do", 8, f"}} while (--{name} > 0);")


def stepped(kernel: Kernel, level: int) -> None:
    """A loop that is left somewhere."""
    if kernel.work * 12 > _MOST_WORK:
        return
    name, result = kernel.name(), kernel.name()
    if name == result:
        return
    kernel.put(f"unsigned {result} = {fitted(kernel.value(2, 1), UNSIGNED).text};")
    kernel.put(f"for (int {name} = 0;; ++{name}) {{")
    kernel.put(f"  if ({name} >= 11 || ({result} & {kernel.chance.choice((3, 7, 1))}u) == 1u) break;")
    kernel.put(f"  if ({result} % 3u == 0u) {{ {result} += 5u; continue; }}")
    kernel.put(f"  {result} = {result} * 3u + {kernel.chance.randrange(9)}u;")
    kernel.put("}")
    kernel.declare(Variable(result, UNSIGNED, 2))


def jump(kernel: Kernel, level: int) -> None:
    """The end of a turn, or of the loop."""
    inner, before = kernel.loops[-1]
    asked = kernel.expressions.condition(inner)
    word = kernel.chance.choice(("break", "continue"))
    with kernel.braces(f"if ({asked.text})"):
        now = kernel.phases()
        if now != before:
            kernel.barrier(before)
            for array in kernel.shared:
                array.phase, array.turned, array.update = now[array.name]
        kernel.put(f"{word};")


def left(kernel: Kernel, level: int) -> None:
    """A block that is done."""
    asked = kernel.expressions.condition(0)
    kernel.put(f"if ({asked.text}) return;")


def selection(kernel: Kernel, level: int) -> None:
    """A `switch`."""
    asked = kernel.value(level if kernel.chance.random() < 0.3 else 2, 2)
    number = index(asked, 4)
    inner = max(level, number.level)
    kernel.loops.append((9, {}))
    before = kernel.phases()
    with kernel.kept(), kernel.braces(f"switch ({number.text})"):
        for case in ("case 0:", "case 2:", "default:"):
            for array in kernel.shared:
                array.phase, array.turned, array.update = before[array.name]
            with kernel.braces(case):
                with kernel.kept():
                    kernel.statements(inner, 1)
                if kernel.chance.random() < 0.8:
                    kernel.put("break;")
    kernel.loops.pop()


def _added(kernel: Kernel, kind: Kind, update: str) -> Value:
    value = fitted(kernel.value(2, 2), kind)
    if update == "Add" and (kind.real or kind.signed):
        value = reduced(value, 16)
        if kind.real:
            value = Value(
                f"floor{'f' if kind is FLOAT else ''}({value.text})", kind, value.low - 1, value.high, value.level
            )
        value = Value(value.text, kind, value.low, value.high, value.level)
    return value


def update(kernel: Kernel, level: int) -> None:
    """An atomic update of a result."""
    found = [b for b in kernel.drawn.buffers if b.role == "atomic"]
    if not found:
        return
    buffer = kernel.chance.choice(found)
    at = index(kernel.small(2), buffer.size)
    value = _added(kernel, buffer.kind, buffer.update)
    place = f"&{buffer.name}[{at.text}]" if kernel.chance.random() < 0.7 else f"{buffer.name} + ({at.text})"
    kernel.put(f"atomic{buffer.update}({place}, {value.text});")


def shared_store(kernel: Kernel, level: int) -> None:
    """To the thread's own element of shared memory."""
    found = [a for a in kernel.shared if a.phase == "own"]
    if found:
        array = kernel.chance.choice(found)
        own = kernel.own_place(array)
        if array.kind in (UNSIGNED, WIDE) and kernel.chance.random() < 0.4:
            kernel.put(f"{own} {kernel.chance.choice(('+=', '^=', '-='))} {fitted(kernel.value(), array.kind).text};")
        else:
            kernel.put(f"{own} = {fitted(kernel.value(), array.kind).text};")


def shared_update(kernel: Kernel, level: int) -> None:
    """An atomic update of shared memory."""
    found = [a for a in kernel.shared if a.phase == "atomic"]
    if found:
        array = kernel.chance.choice(found)
        at = index(kernel.small(2), array.size)
        value = fitted(kernel.value(2, 2), array.kind)
        kernel.put(f"atomic{array.update}(&{kernel.place(array, at)}, {value.text});")


def local_array(kernel: Kernel, level: int) -> None:
    """An array of the thread's own, filled and used."""
    kind, name, counter = kernel.chance.choice((INT, UNSIGNED, FLOAT)), kernel.name(), kernel.name()
    if name == counter or kernel.work * 4 > _MOST_WORK:
        return
    kernel.put(f"{kind.name} {name}[4];")
    kernel.scopes.append({counter: Variable(counter, INT, 2, True, 0, 3)})
    kernel.put(
        f"for (int {counter} = 0; {counter} < 4; ++{counter}) {name}[{counter}] = {fitted(kernel.value(2, 2), kind).text};"
    )
    kernel.scopes.pop()
    element = index(kernel.small(2), 4)
    kernel.put(f"{name}[{element.text}] = {fitted(kernel.value(2, 1), kind).text};")
    result = kernel.name()
    if result != name:
        kernel.put(f"{kind.name} {result} = {name}[{index(kernel.small(2), 4).text}];")
        kernel.declare(Variable(result, kind, 2))


def refilled(kernel: Kernel, level: int) -> None:
    """The array that is declared at the top, filled again in a block and read: whole or in part, before or behind."""
    chance, variable = kernel.chance, target(kernel, 2)
    if kernel.own is None or variable is None or kernel.work * 8 > _MOST_WORK:
        return
    kind, name = kernel.own
    turn, counter = kernel.name(), kernel.name()
    if variable.name == turn or turn == counter:
        return  # what is set would be the loop's own counter
    with kernel.braces(f"for (int {turn} = 0; {turn} < {chance.randrange(1, 3)}; ++{turn})"):
        element = f"{name}[{index(kernel.small(2), 4).text}]"
        read = Value(element, kind, kind.low, kind.high, 2, kind.places)
        if chance.random() < 0.2:
            kernel.put(f"{variable.name} = {fitted(read, variable.kind).text};")
        kernel.scopes.append({counter: Variable(counter, INT, 2, True, 0, 3)})
        value, most = fitted(kernel.value(2, 2), kind).text, chance.choice((4, 4, 4, 3))
        kernel.put(f"for (int {counter} = 0; {counter} < {most}; ++{counter}) {name}[{counter}] = {value};")
        kernel.scopes.pop()
        kernel.put(f"{variable.name} = {fitted(read, variable.kind).text};")


def lambda_(kernel: Kernel, level: int) -> None:
    """A lambda and its call."""
    name, given, result = kernel.name(), "arg", kernel.name()
    if name == result:
        return
    kind = kernel.chance.choice((INT, UNSIGNED, FLOAT))
    kernel.scopes.append({given: Variable(given, INT, 2, True)})
    body = fitted(kernel.value(2, 2), kind)
    kernel.scopes.pop()
    kernel.put(f"auto {name} = [{kernel.chance.choice('=&')}](int {given}) {{ return ({kind.name})({body.text}); }};")
    kernel.put(f"{kind.name} {result} = {name}({fitted(kernel.value(2, 1), INT).text});")
    kernel.declare(Variable(result, kind, 2))


def pointer(kernel: Kernel, level: int) -> None:
    """A pointer into an input."""
    inputs = [b for b in kernel.drawn.buffers if b.role == "input"]
    buffer, name, result = kernel.chance.choice(inputs), kernel.name(), kernel.name()
    if name == result:
        return
    at = index(kernel.small(2), 128)
    kernel.put(f"const {buffer.kind.name} *{name} = {buffer.name} + ({at.text});")
    step = index(kernel.small(2), 64)
    form = kernel.chance.random()
    text = f"{name}[{step.text}]" if form < 0.5 else f"*({name} + ({step.text}))" if form < 0.8 else f"*{name}++"
    kernel.put(f"{buffer.kind.name} {result} = {text};")
    kernel.declare(Variable(result, buffer.kind, 2))


def strided(kernel: Kernel, level: int) -> None:
    """A loop with the stride of the grid over a result of its own."""
    from drawn_kernels import Buffer

    kind = kernel.chance.choice((INT, UNSIGNED, FLOAT, DOUBLE, WIDE))
    drawn = kernel.drawn
    if len(kernel.scopes) > 1:
        return
    size = drawn.threads * drawn.blocks * kernel.chance.choice((1, 2, 3)) + kernel.chance.randrange(1, 40)
    buffer = Buffer(f"grid{len(drawn.buffers)}", kind, "grid", size)
    drawn.buffers.append(buffer)
    kernel.scopes.append({"i": Variable("i", INT, 2, True, 0, size)})
    value = fitted(kernel.value(2, 3), kind)
    kernel.scopes.pop()
    step = (
        "blockDim.x * gridDim.x"
        if len(drawn.block) == len(drawn.grid) == 1 and kernel.chance.random() < 0.6
        else str(drawn.threads * drawn.blocks)
    )
    kernel.put(f"for (int i = id; i < {size}; i += {step}) {buffer.name}[i] = {value.text};")


# ---- the block together


def barrier(kernel: Kernel, level: int) -> None:
    """One."""
    kernel.barrier()


def vote(kernel: Kernel, level: int) -> None:
    """What all threads of the block say."""
    name = kernel.name()
    word = kernel.chance.choice(("count", "or", "and"))
    asked = kernel.expressions.condition()
    kernel.put(f"int {name} = __syncthreads_{word}({asked.text});")
    kernel.turn()
    kernel.declare(
        Variable(name, INT, 0, False, 0, kernel.drawn.threads)
        if word == "count"
        else Variable(name, INT, 0, True, 0, 1)
    )
    if word == "count":
        kernel.scopes[-1][name].fixed = True


def _free(kernel: Kernel, kinds: tuple[Kind, ...]) -> Shared | None:
    found = [a for a in kernel.shared if a.phase == "own" and not a.turned and not a.width and a.kind in kinds]
    return kernel.chance.choice(found) if found else None


def tree(kernel: Kernel, level: int) -> None:
    """A reduction over the block by halves."""
    array = _free(kernel, (UNSIGNED, WIDE))
    threads = kernel.drawn.threads
    if array is None or threads & (threads - 1):
        return
    s, name = array.name, kernel.name()
    kernel.put(f"{s}[t] = {fitted(kernel.value(), array.kind).text};")
    kernel.barrier()
    form = kernel.chance.choice(
        (f"{s}[t] += {s}[t + {name}];", f"{s}[t] = max({s}[t], {s}[t + {name}]);", f"{s}[t] ^= {s}[t + {name}];")
    )
    kernel.put(
        f"for (int {name} = {kernel.chance.choice((f'{threads // 2}', 'blockDim.x * blockDim.y * blockDim.z / 2'))}; {name} > 0; {name} >>= 1) {{"
    )
    kernel.put(f"  if (t < {name}) {form}")
    kernel.put("  __syncthreads();")
    kernel.put("}")
    kernel.turn()
    array.phase = "read"


def scan(kernel: Kernel, level: int) -> None:
    """Sums of all threads before."""
    array = _free(kernel, (UNSIGNED, WIDE, INT))
    if array is None:
        return
    s, name, held = array.name, kernel.name(), kernel.name()
    if name == held:
        return
    kernel.put(f"{s}[t] = {fitted(kernel.value(), array.kind, 0, 100).text};")
    kernel.barrier()
    kernel.put(f"for (int {name} = 1; {name} < {kernel.drawn.threads}; {name} *= 2) {{")
    kernel.put(f"  {array.kind.name} {held} = {literal(array.kind, 0).text};")
    kernel.put(f"  if (t >= {name}) {held} = {s}[t - {name}];")
    kernel.put("  __syncthreads();")
    kernel.put(f"  {s}[t] = ({s}[t] + {held}) % {literal(array.kind, 1000).text};")
    kernel.put("  __syncthreads();")
    kernel.put("}")
    kernel.turn()
    array.phase = "read"


def swapped(kernel: Kernel, level: int) -> None:
    """Two arrays that change their parts by turns, through pointers."""
    pairs = [
        (a, b)
        for a in kernel.shared
        for b in kernel.shared
        if a.name < b.name and a.kind is b.kind and not a.width and not b.width
    ]
    if not pairs:
        return
    a, b = kernel.chance.choice(pairs)
    kernel.barrier()
    kind, c = a.kind.name, kernel.name()
    threads = kernel.drawn.threads
    one, two, held = f"from{kernel.number}", f"to{kernel.number}", f"held{kernel.number}"
    kernel.number += 1
    value = Value(f"{one}[(t + 1) % {threads}]", a.kind, a.kind.low, a.kind.high, 2, a.kind.places)
    kernel.put(f"{kind} *{one} = {a.name}, *{two} = {b.name};")
    kernel.put(f"for (int {c} = 0; {c} < {kernel.chance.randrange(1, 5)}; ++{c}) {{")
    kernel.put(f"  {two}[t] = {value.text};")
    kernel.put("  __syncthreads();")
    kernel.put(f"  {kind} *{held} = {one}; {one} = {two}; {two} = {held};")
    kernel.put("}")
    kernel.turn()
    a.phase = b.phase = "read"
    kernel.barrier()


def block_function(kernel: Kernel, level: int) -> None:
    """A call of a function in which the threads of the block wait; the function is of this kernel alone."""
    array = _free(kernel, (UNSIGNED, WIDE, INT))
    if array is None:
        return
    drawn, kind = kernel.drawn, array.kind.name
    function = f"shared_{drawn.name}_{len(drawn.before)}"
    threads = drawn.threads
    template = kernel.chance.random() < 0.3
    head = (
        f"template <typename T> __device__ T {function}(T *s, T v, int t)"
        if template
        else f"__device__ {kind} {function}({kind} *s, {kind} v, int t)"
    )
    taken = "T" if template else kind
    form = kernel.chance.random()
    if form < 0.5:
        body = f"s[t] = v; __syncthreads(); {taken} r = s[(t * 3 + 1) % {threads}]; __syncthreads(); return r;"
        spread, high = 2, array.kind.high
    else:
        step = kernel.chance.choice((1, 2))
        loop = f"for (int k = 0; k < {threads}; k += {step}) r = (r * 3 + s[k]) % 1000;"
        body = f"s[t] = v; __syncthreads(); {taken} r = 0; {loop} __syncthreads(); return r;"
        spread, high = 0, 999
    drawn.before.append(f"{head} {{ {body} }}")
    name = kernel.name()
    value = fitted(kernel.value(), array.kind, 0, 1000)
    kernel.put(f"{kind} {name} = {function}({array.name}, ({kind})({value.text}), t);")
    kernel.declare(Variable(name, array.kind, spread, True, 0, high if high < array.kind.high else None))


def compacted(kernel: Kernel, level: int) -> None:
    """Places handed out by an atomic counter; only what does not depend on their order is used."""
    threads, number = kernel.drawn.threads, kernel.number
    kernel.number += 1
    if len(kernel.scopes) > 1:
        return
    result = kernel.name()
    kernel.put(f"__shared__ unsigned list{number}[{threads}], many{number};")
    kernel.put(f"if (t == 0) many{number} = 0;")
    kernel.barrier()
    asked, value = kernel.expressions.condition(), fitted(kernel.value(), UNSIGNED)
    taken = f"unsigned at = atomicAdd(&many{number}, 1u); list{number}[at] = {value.text};"
    kernel.put(f"if ({asked.text}) {{ {taken} }}")
    kernel.barrier()
    kernel.put(f"unsigned {result} = many{number};")
    kernel.put(f"for (unsigned at = 0; at < many{number}; ++at) {result} += list{number}[at];")
    kernel.declare(Variable(result, UNSIGNED, 0))


def bordered(kernel: Kernel, level: int) -> None:
    """A tile with a border, filled and read by those threads of rows and columns that conditions on their places choose."""
    if len(kernel.scopes) > 1:
        return
    chance, number, sides = kernel.chance, kernel.number, kernel.drawn.block
    kernel.number += 1
    planes = f"[{sides[2]}]" if len(sides) > 2 else ""
    tile = f"tile{number}" + ("[threadIdx.z]" if planes else "")
    kernel.put(f"__shared__ int tile{number}{planes}[{sides[1] + 2}][{sides[0] + 2}];")
    names, at = [], []
    for axis, side, blocks in zip("xy", sides, (*kernel.drawn.grid, 1, 1), strict=False):
        size = chance.choice((str(side), f"blockDim.{axis}"))
        start = f"blockIdx.{axis} * {size} + " if axis == "x" or len(kernel.drawn.grid) > 1 else ""
        shift = chance.choice(("", "", " - 1", " + 2"))
        kind = chance.choice(("int", "const int", "unsigned") if shift != " - 1" else ("int", "const int"))
        kernel.put(f"{kind} p{axis}{number} = {start}threadIdx.{axis}{shift}, i{axis}{number} = threadIdx.{axis} + 1;")
        ends = (f"p{axis}{number}", side * blocks), (f"threadIdx.{axis}", side), (f"(int)threadIdx.{axis} - 1", side)
        names.append(ends)
        at.append(f"i{axis}{number}")
    x, y = at

    def asked() -> str:
        told = []
        for _ in range(chance.randrange(1, 4)):
            place, most = chance.choice(chance.choice(names))
            end = chance.randrange(most + 2)
            said = chance.choice((str(end), f"{most} - {chance.randrange(3)}", f"{end}u")) if end else "0"
            said = said if not said.endswith("u") or ("- 1" not in place and place.isidentifier()) else said[:-1]
            told.append(f"{place} {chance.choice(('<', '<', '<=', '>', '>=', '=='))} {said}")
        return chance.choice((" && ", " && ", " && ", " || ")).join(told)

    def value() -> str:
        return fitted(kernel.value(), INT, 0, 1000).text

    kernel.put(f"{tile}[{y}][{x}] = {value()};")
    kernel.put(f"if ({asked()}) {tile}[{y}][{x}] = {value()};")
    edges = [("x", "0", f"[{y}][0]"), ("x", f"{sides[0]} - 1", f"[{y}][{sides[0] + 1}]")]
    edges += [("y", "0", f"[0][{x}]"), ("y", f"{sides[1]} - 1", f"[{sides[1] + 1}][{x}]")]
    lines = [f"if (threadIdx.{axis} == {last}) {tile}{place} = {value()};" for axis, last, place in edges]
    chance.shuffle(lines)
    for line in lines:
        kernel.put(line)
    kernel.barrier()
    seen = [
        f"{tile}[{y}][{x}]",
        f"{tile}[{y}][{x} - 1]",
        f"{tile}[{y}][{x} + 1]",
        f"{tile}[{y} - 1][{x}]",
        f"{tile}[{y} + 1][{x}]",
    ]
    for _ in range(chance.randrange(1, 3)):
        element = kernel.own_element(chance.choice([b for b in kernel.drawn.buffers if b.role == "own"]))
        total = Value(" + ".join(chance.sample(seen, chance.randrange(1, 5))), INT, 0, 4000, 2, 0, 12)
        kernel.put(f"if ({asked()}) {element.text} = {fitted(total, element.kind).text};")
    kernel.barrier()


# ---- a warp together


def _shown(kernel: Kernel) -> Value:
    kind = kernel.chance.choice(BROAD)
    value = fitted(kernel.value(2, 2), kind)
    return Value(f"({kind.name})({value.text})", kind, value.low, value.high, 2, value.places)


def _shuffled(kernel: Kernel) -> Value:
    chance, shown = kernel.chance, _shown(kernel)
    form = chance.choice(("", "_up", "_down", "_xor"))
    width = chance.choice((32, 32, 32, 16, 8, 4))
    by = literal(INT, chance.choice((1, 2, 4, 8, 16, 3))) if form else fitted(kernel.value(2, 1), INT, 0, 31)
    if form == "_xor" and by.high >= width:
        by = literal(INT, width // 2)
    if form in ("_up", "_down") and chance.random() < 0.2:
        by = fitted(kernel.value(2, 1), INT, 0, 7)
    last = f", {width}" if width != 32 else ""
    text = f"__shfl{form}_sync({_FULL}, {shown.text}, {by.text}{last})"
    return Value(text, shown.kind, shown.kind.low, shown.kind.high, 2, shown.places)


def exchange(kernel: Kernel, level: int) -> None:
    """A shuffle, alone, in a sum or in a condition."""
    name, chance = kernel.name(), kernel.chance
    value, form = _shuffled(kernel), chance.random()
    if form < 0.3 and value.kind in (UNSIGNED, WIDE):
        other = fitted(kernel.value(2, 1), value.kind)
        value = Value(f"{value.text} {chance.choice('+^')} {other.inside(13)}", value.kind, 0, value.kind.high, 2, 0, 7)
    if form > 0.85:
        kernel.put(f"int {name} = 3;")
        kernel.put(f"if ({value.inside(11)} > {literal(value.kind, 3).text}) {name} = t;")
        kernel.declare(Variable(name, INT, 2))
        return
    variable = [v for v in kernel.seen().values() if v.kind is value.kind and not v.fixed and v.level == 2]
    if variable and chance.random() < 0.5:
        chosen = chance.choice(variable)
        kernel.put(f"{chosen.name} = {fitted(value, chosen.kind).text};")
        return
    kernel.put(f"{value.kind.name} {name} = {fitted(value, value.kind).text};")
    kernel.declare(Variable(name, value.kind, 2))


def tile_exchange(kernel: Kernel, level: int) -> None:
    """The same by a tile of the warp."""
    name, size = kernel.name(), kernel.tile
    shown = _shown(kernel)
    form = kernel.chance.choice(("shfl", "shfl_up", "shfl_down", "shfl_xor", "ballot", "any", "rank"))
    if form == "rank":
        kernel.put(f"unsigned {name} = tile.thread_rank() + tile.meta_group_rank();")
        kernel.declare(Variable(name, UNSIGNED, 2))
        return
    if form in ("ballot", "any"):
        kernel.put(
            f"{'unsigned' if form == 'ballot' else 'int'} {name} = tile.{form}({kernel.expressions.condition().text}){'' if form == 'ballot' else ' != 0'};"
        )
        kernel.declare(Variable(name, UNSIGNED, 2) if form == "ballot" else Variable(name, INT, 2, True))
        return
    kernel.put(f"{shown.kind.name} {name} = tile.{form}({shown.text}, {kernel.chance.randrange(1, size)});")
    kernel.declare(Variable(name, shown.kind, 2))


def ballot(kernel: Kernel, level: int) -> None:
    """A vote of the warp."""
    name, asked = kernel.name(), kernel.expressions.condition()
    form = kernel.chance.choice(("ballot", "any", "all", "match", "reduce"))
    if form == "ballot":
        kernel.put(f"unsigned {name} = __ballot_sync({_FULL}, {asked.text});")
        kernel.declare(Variable(name, UNSIGNED, 1))
    elif form == "match":
        value = fitted(kernel.value(2, 1), UNSIGNED)
        kernel.put(f"unsigned {name} = __match_any_sync({_FULL}, {value.inside(13)} % 5u);")
        kernel.declare(Variable(name, UNSIGNED, 2))
    elif form == "reduce":
        how = kernel.chance.choice(("add", "min", "max", "xor", "or", "and"))
        kernel.put(
            f"unsigned {name} = __reduce_{how}_sync({_FULL}, (unsigned)({fitted(kernel.value(2, 2), UNSIGNED).text}));"
        )
        kernel.declare(Variable(name, UNSIGNED, 1))
    else:
        kernel.put(f"int {name} = __{form}_sync({_FULL}, {asked.text}) != 0;")
        kernel.declare(Variable(name, INT, 1, True, 0, 1))


def warp_memory(kernel: Kernel, level: int) -> None:
    """Threads of a warp show each other shared memory."""
    found = [a for a in kernel.shared if a.phase == "own" and not a.turned and not a.width]
    if not found:
        return
    array, name = kernel.chance.choice(found), kernel.name()
    kernel.put(f"{array.name}[t] = {fitted(kernel.value(), array.kind).text};")
    kernel.put("__syncwarp();")
    by = kernel.chance.randrange(1, 32)
    place = kernel.chance.choice((f"(t & ~31) | ((t + {by}) & 31)", f"t ^ {by}", f"t / 32 * 32 + {by}"))
    kernel.put(f"{array.kind.name} {name} = {array.name}[{place}];")
    kernel.put("__syncwarp();")
    kernel.declare(Variable(name, array.kind, 2))


def fold(kernel: Kernel, level: int) -> None:
    """A reduction over the warp."""
    kind, name, counter = kernel.chance.choice((UNSIGNED, WIDE)), kernel.name(), kernel.name()
    if name == counter:
        return
    kernel.put(f"{kind.name} {name} = {fitted(kernel.value(2, 2), kind).text};")
    form = kernel.chance.choice(("_down", "_xor", "_up"))
    head = kernel.chance.choice(
        (f"int {counter} = 16; {counter} > 0; {counter} >>= 1", f"int {counter} = 1; {counter} < 32; {counter} <<= 1")
    )
    call = f"__shfl{form}_sync({_FULL}, {name}, {counter})"
    body = kernel.chance.choice((f"{name} += {call};", f"{name} = max({name}, {call});", f"{name} ^= {call};"))
    kernel.put(f"for ({head}) {body}")
    kernel.declare(Variable(name, kind, 2))


def together(kernel: Kernel, level: int) -> None:
    """The warp goes on while one of it has something to do."""
    left_, total = kernel.name(), kernel.name()
    if left_ == total or kernel.work * 8 > _MOST_WORK:
        return
    kernel.put(f"int {left_} = {fitted(kernel.value(2, 2), INT, 0, 6).text};")
    kernel.put(f"unsigned {total} = 0u;")
    kernel.put(f"while (__any_sync({_FULL}, {left_} > 0)) {{")
    kernel.put(f"  if ({left_} > 0) {total} += {fitted(kernel.value(2, 1), UNSIGNED).text};")
    kernel.put(f"  {left_}--;")
    kernel.put("}")
    kernel.declare(Variable(total, UNSIGNED, 2))


def half_warp(kernel: Kernel, level: int) -> None:
    """A shuffle of the first lanes alone."""
    lanes = kernel.chance.choice((8, 16))
    name = kernel.name()
    mask = f"0x{(1 << lanes) - 1:x}u"
    kernel.put(f"unsigned {name} = {fitted(kernel.value(2, 1), UNSIGNED).text};")
    by = kernel.chance.randrange(1, lanes)
    kernel.put(f"if (t % 32 < {lanes}) {name} += __shfl_xor_sync({mask}, {name}, {by});")
    kernel.declare(Variable(name, UNSIGNED, 2))
