package harness

import (
	"syscall"
	"unsafe"
)

// Numbers of linux/landlock.h; the calls are the same on all architectures.
const (
	landlockCreate   = 444
	landlockAdd      = 445
	landlockRestrict = 446

	landlockFiles   = 1<<13 - 1 // all rights of version 1
	landlockExecute = 1 << 0
	landlockRead    = 1<<2 | 1<<3 // files, directories
	landlockBeneath = 1           // LANDLOCK_RULE_PATH_BENEATH

	pathOnly = 0x200000 // O_PATH
)

// readable are the directories that a compiled program reads.
var readable = []string{"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/share/locale", "/etc/ld.so.cache"}

// ownMaps says where the stack is, by which the address sanitizer makes frames of its own.
const ownMaps = "/proc/self/maps"

// accessTo returns the rights for a readable directory or file.
func accessTo(path string) uint64 {
	if path == "/etc/ld.so.cache" || path == ownMaps {
		return 1 << 2
	}
	return landlockExecute | landlockRead
}

// landlock hides the file system except for the program's own directories and files, and the libraries. It is an addition where the kernel
// supports it: writing is denied anyway.
func landlock(own ...string) {
	attr := struct{ files uint64 }{landlockFiles}
	set, _, e := syscall.RawSyscall(landlockCreate, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if e != 0 {
		return
	}
	for _, d := range append(own, readable...) {
		fd, err := syscall.Open(d, pathOnly|syscall.O_CLOEXEC, 0)
		if err != nil {
			continue
		}
		// struct landlock_path_beneath_attr is packed.
		var rule [12]byte
		*(*uint64)(unsafe.Pointer(&rule[0])) = accessTo(d)
		*(*int32)(unsafe.Pointer(&rule[8])) = int32(fd)
		_, _, _ = syscall.RawSyscall6(landlockAdd, set, landlockBeneath, uintptr(unsafe.Pointer(&rule[0])), 0, 0, 0)
		_ = syscall.Close(fd)
	}
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRCTL, prSetNoNewPrivs, 1, 0, 0, 0, 0)
	_, _, _ = syscall.RawSyscall(landlockRestrict, set, 0, 0)
	_ = syscall.Close(int(set))
}
