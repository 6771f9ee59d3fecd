#!/usr/bin/env python3
"""Compares cupel boogie with Boogie, procedure by procedure, on programs as other tools write them.

    scripts/boogie-files.py [--dafny DIR] [--root DIR] [--timeout SECONDS] [--csv FILE] [--md FILE] [FILE.bpl ...]

--dafny translates each DIR/*.dfy with Dafny first. A row for each file: what cupel says about its procedures, what Boogie says, where
they differ, and the processor time of both, with that of the solvers. Boogie's error means that an assertion is not proved, cupel's that
it fails; so

  open     cupel UNKNOWN, Boogie error: both do not prove it
  missed   cupel does not prove what Boogie does
  more     cupel proves what Boogie does not
  against  cupel ERROR, Boogie verified
"""
import argparse
import collections
import csv
import ctypes
import glob
import os
import re
import resource
import signal
import subprocess
import tempfile

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CUPEL = os.environ.get("CUPEL", os.path.join(HERE, "bin", "cupel"))
COLUMNS = ["file", "procedures", "ok", "error", "unknown", "refused", "boogie_ok", "boogie_error", "boogie_open",
           "open", "missed", "more", "against", "cupel_cpu", "boogie_cpu", "differences"]


def run(limit, *command):
    """Output and processor seconds of a command and all that it started."""
    def spent():
        r = resource.getrusage(resource.RUSAGE_CHILDREN)
        return r.ru_utime + r.ru_stime
    before = spent()
    p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
    try:
        out, _ = p.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, signal.SIGKILL)
        out, _ = p.communicate()
    while True:  # solvers that outlive it are this process's children, see main
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return out, spent() - before


def cupel(path, timeout):
    """Verdicts by (procedure, how manieth of that name), or the message of a refusal."""
    out, cpu = run(3600, CUPEL, "boogie", "--jobs", "1", "--timeout", f"{timeout}s", path)
    verdicts, seen = {}, collections.Counter()
    for line in out.splitlines():
        if m := re.match(r"(\S+): (OK|ERROR|UNKNOWN|TIMEOUT)\b", line):
            verdicts[m[1], seen[m[1]]] = m[2]
            seen[m[1]] += 1
    refusal = "" if verdicts else next((l for l in out.splitlines() if re.search(r":\d+:\d+: ", l)), "")
    return verdicts, refusal.replace(path, os.path.basename(path)), cpu


def boogie(path, timeout):
    """The same of Boogie: verified, error, or what else it says."""
    out, cpu = run(3600, "boogie", "/nologo", "/trace", "/doModSetAnalysis", "/infer:j", f"/timeLimit:{timeout}",
                   "/z3exe:" + os.path.join(HERE, "scripts", "boogie-z3.sh"), path)
    verdicts, seen, name = {}, collections.Counter(), None
    for line in out.splitlines():
        if m := re.match(r"Verifying (\S+) \.\.\.", line):
            name = m[1]
        elif name and (m := re.match(r"\s+\[[\d.,]+ s, \d+ proof obligations?\]\s+(.*)", line)):
            verdicts[name, seen[name]] = m[1].strip()
            seen[name] += 1
            name = None
    refusal = "" if verdicts else next((l for l in out.splitlines() if "rror" in l), "")
    return verdicts, refusal, cpu


def compare(label, path, timeout):
    ours, refusal, cpu = cupel(path, timeout)
    theirs, no, their_cpu = boogie(path, timeout)
    row = dict.fromkeys(COLUMNS, 0)
    row.update(file=label, procedures=len(ours) or len(theirs), cupel_cpu=f"{cpu:.2f}", boogie_cpu=f"{their_cpu:.2f}")
    words = collections.defaultdict(list)
    for key in sorted(ours.keys() | theirs.keys()):
        a, b = ours.get(key, "refused"), theirs.get(key, "refused")
        row[{"OK": "ok", "ERROR": "error", "refused": "refused"}.get(a, "unknown")] += 1
        row[{"verified": "boogie_ok", "error": "boogie_error", "errors": "boogie_error"}.get(b, "boogie_open")] += 1
        proved = a == "OK", b == "verified"
        kind = {(False, True): "against" if a == "ERROR" else "missed", (True, False): "more"}.get(proved)
        if not any(proved) and a != "ERROR":
            kind = "open"
        if kind:
            row[kind] += 1
            if kind != "open":
                words[kind].append(key[0] + (f" ({key[1] + 1})" if key[1] else ""))
    notes = [f"{k}: {', '.join(v)}" for k, v in words.items()]
    notes += [f"cupel: {refusal}"] * bool(refusal) + [f"Boogie: {no}"] * bool(no)
    row["differences"] = "; ".join(notes)
    print(", ".join(f"{k}={row[k]}" for k in COLUMNS), flush=True)
    return row


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--dafny", metavar="DIR")
    a.add_argument("--root", default="", help="what names in the table begin behind")
    a.add_argument("--timeout", type=int, default=60)
    a.add_argument("--csv")
    a.add_argument("--md")
    a.add_argument("files", nargs="*")
    o = a.parse_args()
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: orphans are waited for, so that their time counts
    rows = []
    with tempfile.TemporaryDirectory() as tmp:
        for source in sorted(glob.glob(os.path.join(o.dafny, "*.dfy"))) if o.dafny else []:
            target = os.path.join(tmp, os.path.basename(source)[:-4] + ".bpl")
            run(600, "dafny", "/nologo", "/compile:0", "/noVerify", "/print:" + target, source)
            rows.append(compare("dafny/" + os.path.basename(source), target, o.timeout))
        for f in o.files:
            rows.append(compare(os.path.relpath(f, o.root) if o.root else f, f, o.timeout))
    if o.csv:
        with open(o.csv, "w", newline="") as out:
            w = csv.DictWriter(out, COLUMNS, lineterminator="\n")
            w.writeheader()
            w.writerows(rows)
    if o.md:
        with open(o.md, "w") as out:
            out.write("| " + " | ".join(COLUMNS) + " |\n|" + "---|" * len(COLUMNS) + "\n")
            for r in rows:
                out.write("| " + " | ".join(str(r[c]).replace("|", "\\|") for c in COLUMNS) + " |\n")
            total = {c: sum(r[c] for r in rows) for c in COLUMNS[1:13]}
            ratios = sorted(float(r["boogie_cpu"]) / max(0.01, float(r["cupel_cpu"])) for r in rows)
            out.write(f"\n{len(rows)} files: " + ", ".join(f"{k} {v}" for k, v in total.items()))
            out.write(f"; median of the ratios of processor time, Boogie to cupel: {ratios[len(ratios) // 2]:.1f}\n")


if __name__ == "__main__":
    main()
