package bench

import "time"

// maxOwner bounds what is in a lock: a process number.
const maxOwner = 20

// grace is what a run may take beyond its limit before it is killed.
const grace = 5 * time.Second
