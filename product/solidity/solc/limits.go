package solc

import "time"

const (
	// runTime bounds one run of a compiler: a last resort, also on a busy machine.
	runTime = 10 * time.Minute
	// runMemory bounds its resident memory, in MB.
	runMemory = 4096
	// watchPause is the interval at which its memory use is checked.
	watchPause = 50 * time.Millisecond
	// maxSource bounds the size of one source file, in bytes.
	maxSource = 16 << 20
	// maxBuild bounds the size of a build-info file, in bytes.
	maxBuild = 512 << 20
	// maxOutput bounds what a compiler may print, in bytes.
	maxOutput = 1 << 30
	// maxSources bounds the files that one input may consist of.
	maxSources = 10_000
)
