package smtlib

import "time"

// valueLimit bounds the wait for one value or core.
const valueLimit = 10 * time.Second

// stepWork is the work of a step that cvc5 counts: 5 to 80 microseconds.
const stepWork = 10

// maxTail bounds the bytes that are kept of what a solver says on its standard error.
const maxTail = 2000
