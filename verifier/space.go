package verifier

import (
	"math"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// spaceLimitMB is the system's limit of the process's address space (ulimit -v), in MB; 0: there is none. An allocation beyond it cannot be recovered from.
func spaceLimitMB() int {
	var r syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &r) != nil || r.Cur > math.MaxInt64 {
		return 0
	}
	return int(r.Cur >> 20)
}

// usableSpaceMB is the size at which a run stops below a limit of the address space: runtime and libz3 take it in large pieces.
func usableSpaceMB(limit int) int {
	if limit <= 0 {
		return 0
	}
	return max(limit-max(limit/spaceShare, spaceReserveMB), 1)
}

// heapLimitMB is the size of the heap from which on it is collected harder, for a memory limit and the usable address space; 0: none.
func heapLimitMB(mb, space int) int {
	limit := max(mb, 0) * 3 / 4
	if space > 0 && (limit == 0 || space/4 < limit) {
		limit = max(space/4, 1)
	}
	return limit
}

// sizesMB returns the sizes of the process's address space and of what of it is in memory.
func sizesMB() (virtual, resident int) {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, 0
	}
	f := strings.Fields(string(data))
	if len(f) < 2 {
		return 0, 0
	}
	mb := func(pages string) int {
		n, _ := strconv.Atoi(pages)
		return n * os.Getpagesize() >> 20
	}
	return mb(f[0]), mb(f[1])
}

func residentMB() int {
	_, resident := sizesMB()
	return resident
}
