#!/usr/bin/env python3
"""Compares solvers on bit-vector queries that `cupel verify --queries` wrote (docs/backends.md).

    scripts/backends.py DIR...     every q*.smt2 of the directories

Arrays are eliminated exactly, reads over writes as conditionals and the rest by Ackermann's reduction, and the result is given to each solver that is
installed, and as clauses to SAT solvers; queries with integers or equalities of arrays are left out. Needs python3-z3. Prints solved queries and the sum
of processor time, a query that is not solved counted as the limit.
"""
import functools
import glob
import operator
import os
import re
import resource
import shutil
import subprocess
import sys
import threading
import time

import z3

LIMIT = 10  # seconds of processor time for a query
BIT_BLAST = "(check-sat-using (then simplify propagate-values solve-eqs bit-blast sat))"
SOLVERS = {"z3": ["z3"], "z3, sat": ["z3"], "cvc5": ["cvc5", "--bitblast=eager"], "boolector": ["boolector", "--smt2"]}
SAT_SOLVERS = {"cadical": ["cadical", "-q"], "cryptominisat": ["cryptominisat5", "--verb", "0", "-t", "1"], "minisat": ["minisat", "-verb=0"]}
FOLDED = {  # operators that z3 gives more than two operands, which not all solvers read
    z3.Z3_OP_BADD: operator.add,
    z3.Z3_OP_BMUL: operator.mul,
    z3.Z3_OP_BAND: operator.and_,
    z3.Z3_OP_BOR: operator.or_,
    z3.Z3_OP_BXOR: operator.xor,
    z3.Z3_OP_CONCAT: z3.Concat,
}


class Unsupported(Exception):
    pass


class Flattener:
    """Rewrites terms without arrays; constraints() are Ackermann's."""

    def __init__(self):
        self.done, self.read, self.cells, self.kept = {}, {}, {}, []

    def constraints(self):
        for reads in self.cells.values():
            for n, (i, v) in enumerate(reads):
                for j, w in reads[:n]:
                    yield z3.Implies(i == j, v == w)

    def select(self, a, i):
        key = a.get_id(), i.get_id()
        if key not in self.read:
            self.kept.append((a, i))  # ids are used again when terms are freed
            self.read[key] = self.select_new(a, i)
        return self.read[key]

    def select_new(self, a, i):
        kind = a.decl().kind()
        if kind == z3.Z3_OP_CONST_ARRAY:
            return self.term(a.arg(0))
        if kind == z3.Z3_OP_ITE:
            return z3.If(self.term(a.arg(0)), self.select(a.arg(1), i), self.select(a.arg(2), i))
        if kind == z3.Z3_OP_UNINTERPRETED and a.num_args() == 0:
            reads = self.cells.setdefault(a.get_id(), [])
            reads.append((i, z3.Const(f"cell!{a.get_id()}!{len(reads)}", a.sort().range())))
            return reads[-1][1]
        if kind != z3.Z3_OP_STORE:
            raise Unsupported("array " + a.decl().name())
        table = {}
        while a.decl().kind() == z3.Z3_OP_STORE and z3.is_bv_value(a.arg(1)):
            table.setdefault(a.arg(1).as_long(), a.arg(2))
            a = a.arg(0)
        if not table:
            return z3.If(i == self.term(a.arg(1)), self.term(a.arg(2)), self.select(a.arg(0), i))
        keys, other = sorted(table), self.select(a, i)
        low, width = (keys[0] ^ keys[-1]).bit_length(), i.sort().size()
        cell = self.decide(table, keys, low, i, other)
        if low == width:
            return cell
        return z3.If(z3.Extract(width - 1, low, i) == keys[0] >> low, cell, other)

    def decide(self, table, keys, bit, i, other):
        if not keys:
            return other
        if bit == 0:
            return self.term(table[keys[0]])
        halves = [[k for k in keys if k >> (bit - 1) & 1 == half] for half in (0, 1)]
        zero, one = (self.decide(table, h, bit - 1, i, other) for h in halves)
        return z3.If(z3.Extract(bit - 1, bit - 1, i) == 1, one, zero)

    def term(self, t):
        if t.get_id() not in self.done:
            self.kept.append(t)
            self.done[t.get_id()] = self.term_new(t)
        return self.done[t.get_id()]

    def term_new(self, t):
        if not z3.is_app(t) or t.sort().kind() not in (z3.Z3_BV_SORT, z3.Z3_BOOL_SORT):
            raise Unsupported(str(t.sort()))
        kind = t.decl().kind()
        if kind == z3.Z3_OP_SELECT:
            return self.select(t.arg(0), self.term(t.arg(1)))
        args = [self.term(a) for a in t.children()]
        if not args:
            return t
        if kind == z3.Z3_OP_UNINTERPRETED:
            raise Unsupported("function")
        if kind in (z3.Z3_OP_AND, z3.Z3_OP_OR):
            return z3.And(args) if kind == z3.Z3_OP_AND else z3.Or(args)
        if kind in FOLDED:
            return functools.reduce(FOLDED[kind], args)
        return t.decl()(*args)


def prepare(path, base):
    """Writes base.smt2 without arrays and base.cnf; returns the time of making clauses."""
    asserted, goal, flat, solver = z3.Goal(), z3.Goal(), Flattener(), z3.Solver()
    asserted.add(z3.parse_smt2_file(path))
    begin = time.process_time()
    goal.add([flat.term(t) for t in z3.Then("simplify", "propagate-values", "solve-eqs")(asserted)[0]])
    goal.add(list(flat.constraints()))
    solver.add(goal)
    text = re.sub(r"\b(bv[su](?:div|rem)|bvsmod)_i\b", r"\1", solver.to_smt2())  # z3's names for division by what is not zero
    with open(base + ".smt2", "w") as w:
        w.write("(set-logic QF_BV)\n" + text)
    clauses = z3.Then("simplify", "propagate-values", "solve-eqs", "simplify", "bit-blast", "simplify", "tseitin-cnf")(goal)[0]
    took = time.process_time() - begin
    with open(base + ".cnf", "w") as w:
        w.write("p cnf 1 1\n0\n" if clauses.inconsistent() else "".join(s + "\n" for s in clauses.dimacs().split("\n") if s[:1] not in ("c", "")))
    return took


def run(command):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 1))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))

    return subprocess.run(command, capture_output=True, text=True, preexec_fn=limit).stdout


def ask(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = re.search(r"^(?:s )?(sat|unsat)", said, re.M | re.I)
    return (found[1].lower() if found and "(error" not in said else "unknown"), took


def prepare_and_tell():
    try:
        print(prepare(*sys.argv[2:]))
    except (Unsupported, z3.Z3Exception) as e:
        print(e)


def main():
    sums, base = {}, os.path.join(os.environ.get("TMPDIR", "/tmp"), f"backends-{os.getpid()}")

    def count(name, answer, took):
        row = sums.setdefault(name, [0, 0.0])
        row[0] += answer != "unknown" and took <= LIMIT
        row[1] += min(took, LIMIT) if answer != "unknown" else LIMIT

    for path in sorted(f for d in sys.argv[1:] for f in glob.glob(os.path.join(d, "q*.smt2"))):
        with open(path) as r:
            own = re.match(r"; (\w+), work \d+, ([\d.]+) s", r.readline())
        made = run([sys.executable, __file__, "--prepare", path, base])
        try:
            blast = float(made)
        except ValueError:
            print(f"{path}: left out {made.strip()}")
            continue
        answers = {"cupel": (own[1], float(own[2]))}
        with open(base + ".smt2") as r:
            text = r.read()
        for name, command in SOLVERS.items():
            if shutil.which(command[0]):
                with open(base + ".in", "w") as w:
                    w.write(text.replace("(check-sat)", BIT_BLAST) if name == "z3, sat" else text)
                os.replace(base + ".in", base + ".smt2")
                answers[name] = ask(command + [base + ".smt2"])
        for name, command in SAT_SOLVERS.items():
            if shutil.which(command[0]):
                answer, took = ask(command + [base + ".cnf"])
                answers[name] = answer, took + blast
        print(path, " ".join(f"{name}:{a},{s:.2f}" for name, (a, s) in answers.items()), flush=True)
        if len({a for a, _ in answers.values()} - {"unknown"}) > 1:
            print("THE ANSWERS DISAGREE")
        for name, (a, s) in answers.items():
            count(name, a, s)
    for name, (solved, seconds) in sums.items():
        print(f"{name:15} {solved:5} solved {seconds:8.1f} s")
    for suffix in (".smt2", ".cnf"):
        if os.path.exists(base + suffix):
            os.remove(base + suffix)


sys.setrecursionlimit(1000000)
threading.stack_size(512 << 20)  # terms are deep
worker = threading.Thread(target=prepare_and_tell if sys.argv[1:2] == ["--prepare"] else main)  # a process for each: z3's clauses name its terms
worker.start()
worker.join()
