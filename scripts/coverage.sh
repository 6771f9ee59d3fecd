#!/usr/bin/env bash
# Measures what the tests of cupel test cover, beside random inputs with the same processor time, by gcov.
#
#   scripts/coverage.sh [SECONDS [FILE.yml...]]       e.g. 20; without files the programs below
#
# A row of a table for each program: gcov's branches and those taken by either, tests, and what cupel test says of its own
# branches. The programs are those of CUPEL_CORPUS (default: ../shared/corpus beside the project).
set -euo pipefail
seconds=${1:-20}
[ $# -gt 0 ] && shift
here=$(cd "$(dirname "$0")/.." && pwd)
cupel=${CUPEL:-$here/bin/cupel}
corpus=${CUPEL_CORPUS:-$here/../shared/corpus}
programs=(
  c/eca-rers2012/Problem01_label15 c/eca-rers2012/Problem01_label57
  c/bitvector/s3_srvr_1_BV c/bitvector/soft_float_4-3a.c.cil_s2 c/bitvector/interleave_bits
  c/locks/test_locks_10 c/systemc/pc_sfifo_3 c/systemc/token_ring.01-1
  c/ssh-simplified/s3_clnt_1-1 c/ntdrivers-simplified/floppy_simpl4-1
  c/psyco/psyco_abp_1-1 c/psyco/psyco_security c/bitvector/s3_clnt_1_BV c/product-lines/elevator_spec3_product01
  c/seq-mthreaded/pals_STARTPALS_Triplicated.ufo.UNBOUNDED.pals
  c/xcsp/AllInterval-005 c/array-examples/data_structures_set_multi_proc-1 c/2ls-heap/list_iter3
  real/bcon_base64_roundtrip real/calg_avl_balanced real/coap_parse_ranges real/cobs_roundtrip
  real/fixmath_saturate real/heatshrink_decode_fits real/inih_value_trim real/jsmn_token_ranges
  real/levenshtein_bounds real/optparse_index real/pid_limits real/ringbuffer_fifo
)
files=("$@")
if [ ${#files[@]} -eq 0 ]; then
  for p in "${programs[@]}"; do
    case $p in
      real/*) files+=("$corpus/$p/task.yml") ;;
      *) files+=("$corpus/$p.yml") ;;
    esac
  done
fi

# figures STRATEGY FILE: gcov's branches taken and all, tests, branches as cupel counts them: covered, all, unreachable.
figures() {
  timeout $((4 * seconds + 120)) "$cupel" test --strategy "$1" --cpu-time "${seconds}s" --timeout $((3 * seconds))s --coverage "$2" 2>&1 | awk '
    /^gcov: [0-9]/ { taken = $2; all = $4 }
    /^test / { tests++ }
    /^TESTS: [0-9]/ { covered = $2; of = $4; if (match($0, /[0-9]+ unreachable/)) unreachable = substr($0, RSTART, RLENGTH - 12) }
    /^gcov: not/ { sub(/^gcov: /, ""); why = $0 }
    { last = $0 }
    END { if (all == "" && why == "") why = last; if (why != "") print "- - 0 - - - " why; else print taken, all, tests + 0, covered + 0, of + 0, unreachable + 0 }' || true
}

echo "| program | branches (gcov) | cupel test | random | tests | random tests | Cupel's branches: covered, unreachable, of all |"
echo "|---|---|---|---|---|---|---|"
sum_a=0 sum_b=0 sum_all=0 better=0 worse=0 n=0
for f in "${files[@]}"; do
  read -r a all tests covered of unreachable why <<<"$(figures directed "$f")"
  read -r b _ random_tests _ <<<"$(figures random "$f")"
  name=${f#"$corpus"/}
  if [ "$all" = - ] || [ "$b" = - ]; then
    echo "| ${name%.yml} | $why | | | | | |"
    continue
  fi
  echo "| ${name%.yml} | $all | $a | $b | $tests | $random_tests | $covered, $unreachable, $of |"
  sum_a=$((sum_a + a)) sum_b=$((sum_b + b)) sum_all=$((sum_all + all)) n=$((n + 1))
  [ "$a" -gt "$b" ] && better=$((better + 1))
  [ "$a" -lt "$b" ] && worse=$((worse + 1))
done
echo "| all $n | $sum_all | $sum_a | $sum_b | | | |"
echo
echo "more than random in $better programs, less in $worse; $seconds s of processor time for each run"
