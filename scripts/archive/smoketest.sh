#!/bin/sh
# Verifies a safe and an unsafe program, and certifies the proof: exits with 0 when all is as it should be.
cd -- "$(dirname -- "$(readlink -f -- "$0")")" || exit 1
fail() {
  echo "smoketest: $1" >&2
  exit 1
}
bin/cupel --version || fail "cupel does not run; it needs the C library of Debian 12 (glibc 2.36) or a newer one"
bin/cupel verify --timeout 60s examples/safe.c || fail "examples/safe.c: TRUE and exit code 0 were expected"
bin/cupel verify --timeout 60s examples/unsafe.c
[ $? = 1 ] || fail "examples/unsafe.c: FALSE and exit code 1 were expected"
if [ -x libexec/cvc5 ]; then
  bin/cupel verify --timeout 60s --require-certified examples/safe.c >/dev/null || fail "the proof of examples/safe.c is not certified"
fi
echo "smoketest: passed"
