package bench

import "time"

// maxOwner bounds the contents of a lock file, in bytes: a process number.
const maxOwner = 20

// maxStderr bounds what is kept of the standard error of a run, in bytes.
const maxStderr = 4000

// grace is the time by which a run may exceed its limit before it is killed.
const grace = 5 * time.Second
