package smtlib

import "time"

// valueLimit bounds the wait for one value or core.
const valueLimit = 10 * time.Second

// maxTail bounds the bytes that are kept of what a solver says on its standard error.
const maxTail = 2000
