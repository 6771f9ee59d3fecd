package smtlib

import "time"

// valueLimit bounds the wait for one value or core.
const valueLimit = 10 * time.Second

// maxTail bounds the end of a solver's standard error output that is kept, in bytes.
const maxTail = 2000
