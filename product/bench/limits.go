package bench

import "time"

// maxOwner bounds the contents of a lock file, in bytes: a process number.
const maxOwner = 20

// grace is the time by which a run may exceed its limit before it is killed.
const grace = 5 * time.Second
