#!/usr/bin/env python3
"""Processor time of cupel campaign run against that of cupel bench, over short tasks that are written for it.

campaign-overhead.py [--tasks 5000] [--slices 25] [--workers 2,4,8] [--cupel bin/cupel]

Each slice of the tasks is run by both, with each number of workers, one after the other and in alternating order, so that what else the machine does
is shared. All processes are counted, starts and tables included (getrusage).
"""
import argparse
import os
import random
import resource
import statistics
import subprocess
import tempfile

PROGRAM = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {{
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), i = 0, s = 0, k = {start};
  if (n < 0 || n > {most} || m < 0 || m > {other}) return 0;
  while (i < n) {{ s += (m > i) ? {step} : 1; i++; if (s > k) k = s; }}
  if ({error}) reach_error(); /* {number} */
  return 0;
}}
"""
TASK = """format_version: '2.0'
input_files: '{file}'
properties:
  - property_file: unreach-call.prp
    expected_verdict: {safe}
options:
  language: C
  data_model: ILP32
"""


def write(directory, count, dice, first):
    """Writes a set of tasks, every third of them with an error."""
    os.makedirs(directory)
    with open(directory + "/unreach-call.prp", "w") as f:
        f.write("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    for i in range(count):
        start, step, bad = dice.randrange(100000), dice.randrange(1, 9), i % 3 == 0
        error = f"s > {2 * step} && m > 3" if bad else f"k < {start}"
        with open(f"{directory}/p{i}.c", "w") as f:
            f.write(PROGRAM.format(start=start, most=dice.randrange(50, 5000), other=dice.randrange(50, 5000), step=step, error=error, number=first + i))
        with open(f"{directory}/p{i}.yml", "w") as f:
            f.write(TASK.format(file=f"p{i}.c", safe="false" if bad else "true"))
    with open(directory + ".set", "w") as f:
        f.write(os.path.basename(directory) + "/*.yml\n")


def spent(command):
    """Processor time of a command and all that it starts, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--tasks", type=int, default=5000)
    p.add_argument("--slices", type=int, default=25)
    p.add_argument("--workers", default="2,4,8")
    p.add_argument("--cupel", default="bin/cupel")
    o = p.parse_args()
    dice, workers = random.Random(7), o.workers.split(",")
    commands = {(n, w): n.split() + ["--workers", w] for w in workers for n in ("bench", "campaign run")}
    times = {k: [] for k in commands}
    size = o.tasks // o.slices
    for i in range(o.slices):
        with tempfile.TemporaryDirectory() as d:
            write(d + "/s", size, dice, i * size)
            for n, k in enumerate(list(commands)[:: 1 if i % 2 else -1]):
                out = ["--cpu", "--timeout", "20s", "--quiet", "--output", f"{d}/{n}", d + "/s.set"]
                times[k].append(spent([o.cupel] + commands[k] + out))
        for w in workers:
            b, c = times["bench", w], times["campaign run", w]
            ratio = statistics.median(y / x for x, y in zip(b, c))
            print(f"{(i + 1) * size} tasks, {w} workers: bench {1000 * sum(b) / size / (i + 1):.2f} ms a task, campaign {1000 * sum(c) / size / (i + 1):.2f} ms,",
                  f"in all {sum(c) / sum(b) - 1:+.1%}, slices {ratio - 1:+.1%} in the median", flush=True)


main()
