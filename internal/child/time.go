package child

import (
	"bytes"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// started are the processes of Start that may still run, by their ids.
var started struct {
	sync.Mutex
	pids map[int]bool
}

// ticksPerSecond is the unit of times in /proc, which Linux fixes for all architectures.
const ticksPerSecond = 100

func note(pid int) {
	started.Lock()
	defer started.Unlock()
	if started.pids == nil {
		started.pids = map[int]bool{}
	}
	started.pids[pid] = true
}

// ProcessorTime is the processor time of all child processes: of those that have ended and were waited for, and of those of Start that run.
func ProcessorTime() time.Duration {
	var sum time.Duration
	started.Lock()
	for pid := range started.pids {
		used, ours := running(pid)
		if sum += used; !ours {
			delete(started.pids, pid)
		}
	}
	started.Unlock()
	var u syscall.Rusage // after them: one that ends in between is counted twice for a moment, not left out
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err == nil {
		sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return sum
}

// running is the processor time of a child with the children it has waited for; false: it is no child of this process any more.
func running(pid int) (time.Duration, bool) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, false
	}
	end := bytes.LastIndexByte(stat, ')') // the name may contain any character
	f := bytes.Fields(stat[end+1:])
	if len(f) < 15 || string(f[1]) != strconv.Itoa(os.Getpid()) {
		return 0, false
	}
	ticks := 0
	for _, x := range f[11:15] { // utime, stime, cutime, cstime
		n, _ := strconv.Atoi(string(x))
		ticks += n
	}
	return time.Duration(ticks) * (time.Second / ticksPerSecond), true
}
