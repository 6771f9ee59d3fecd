package cgroup

import "time"

const (
	// endTime bounds the wait for processes that were killed.
	endTime = 5 * time.Second
	// endPause is the time between looks whether they have gone.
	endPause = 2 * time.Millisecond
	// maxStat bounds a file of the kernel, in bytes.
	maxStat = 1 << 16
)
