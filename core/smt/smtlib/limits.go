package smtlib

import "time"

// valueLimit bounds the wait for one value or core.
const valueLimit = 10 * time.Second

// stepWork is the work of a step that cvc5 counts, in units of package work: 5 to 80 microseconds.
const stepWork = 10

// recordedWork is the work that makes a question worth a file, in units of package work: some hundredths of a second.
const recordedWork = 50_000

// maxTail bounds the end of a solver's standard error output that is kept, in bytes.
const maxTail = 2000
