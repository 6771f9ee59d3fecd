package work

import (
	"syscall"
	"time"
)

// ProcessorTime is the processor time that this process has used, without its children; 0 where the kernel does not tell. It is for limits of what does work that
// is not counted.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
