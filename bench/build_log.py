"""Write a build log as make prints it: build_log.py FIXTURES BYTES >LOG.

Each step is one directory of six compiler calls (their command lines, about 140 bytes each) and the
output of one of them, drawn from what real compilers printed; every twentieth step links, with the
linker's errors. Most bytes are diagnostics: a build that goes well has more command lines.
"""
import pathlib
import random
import sys


def main():
    root, size = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(3)
    said = [path.read_bytes() for path in sorted([*root.glob("out/*/*.text"),
                                                 *root.glob("interleaved/out/alone/*.txt")])]
    linked = [path.read_bytes() for path in sorted(root.glob("out/*/*.link*"))]
    written = unit = 0
    while written < size:
        module = rng.randrange(50)
        lines = [f"make[2]: Entering directory '/src/module{module}'\n"]
        for _ in range(6):
            unit += 1
            lines.append(f"g++ -std=c++17 -O2 -g -Wall -Wextra -Iinclude -Isrc -DNDEBUG -fPIC "
                         f"-c src/module{module}/unit{unit}.cpp -o build/module{module}/unit{unit}.o\n")
        step = "".join(lines).encode() + rng.choice(said)
        if rng.random() < 0.05:
            step += rng.choice(linked)
        step += f"make[2]: Leaving directory '/src/module{module}'\n".encode()
        sys.stdout.buffer.write(step)
        written += len(step)


main()
