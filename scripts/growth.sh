#!/usr/bin/env bash
# How processor time and memory grow with programs of one shape: n independent locks in one
# loop, the same with one of them broken, n functions, n branches, n statements in a row.
#   scripts/growth.sh BINARY [SIZE...]
set -euo pipefail
binary=$1
shift
sizes=${*:-10 100 1000}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

program() { # SHAPE N
  awk -v shape="$1" -v n="$2" '
    function locks(broken,   i) {
      print "int main(void) {"
      for (i = 1; i <= n; i++) printf "  int p%d = __VERIFIER_nondet_int(), l%d;\n", i, i
      print "  while (1) {\n    if (!__VERIFIER_nondet_int()) return 0;"
      for (i = 1; i <= n; i++) printf "    l%d = 0;\n", i
      for (i = 1; i <= n; i++) printf "    if (p%d) l%d = %d;\n", i, i, i == broken ? 2 : 1
      for (i = 1; i <= n; i++) printf "    if (p%d) { if (l%d != 1) goto ERROR; l%d = 0; }\n", i, i, i
      print "  }\nERROR:\n  reach_error();\n}"
    }
    BEGIN {
      print "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);"
      if (shape == "locks") locks(0)
      if (shape == "broken") locks(int(n * 2 / 3))
      if (shape == "functions") {
        for (i = 1; i <= n; i++) printf "static int f%d(int x) { if (x > %d) return x - 1; return x; }\n", i, i
        print "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x < 0 || x > 5) return 0;"
        for (i = 1; i <= n; i++) printf "  x = f%d(x);\n", i
        print "  if (x > 5) reach_error();\n}"
      }
      if (shape == "branches") {
        print "int main(void) {\n  int y = 0, x;"
        for (i = 1; i <= n; i++) print "  x = __VERIFIER_nondet_int(); if (x > 0) y = 1; else y = 2;"
        print "  if (y > 2) reach_error();\n}"
      }
      if (shape == "statements") {
        print "int main(void) {\n  unsigned x = __VERIFIER_nondet_int(), y = 0;"
        for (i = 1; i <= n; i++) printf "  y = x + %d;\n", i
        printf "  if (y - x != %d) reach_error();\n}\n", n
      }
    }' >"$dir/p.c"
}

for shape in locks broken functions branches statements; do
  for n in $sizes; do
    program "$shape" "$n"
    TIMEFORMAT=%U
    { time verdict=$("$binary" verify --no-run --cpu-time 60s "$dir/p.c" 2>&1 | grep '^VERDICT' || true); } 2>"$dir/time"
    printf '%-10s %6d  %8s s  %s\n' "$shape" "$n" "$(cat "$dir/time")" "$verdict"
  done
done
