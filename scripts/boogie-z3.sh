#!/usr/bin/env bash
# z3 for Boogie 2.4.1 and Dafny 2.3.0: without the options that newer versions of z3 refuse, each with an error in Boogie's output.
#
#   boogie /z3exe:scripts/boogie-z3.sh FILE.bpl
exec "${Z3:-z3}" "$@" < <(exec sed -u '/^(set-option :model_compress /d')
