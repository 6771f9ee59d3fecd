package harness

import (
	"os"
	"syscall"
	"unsafe"
)

// call is a system call's number on amd64 and i386: a program for ILP32 makes
// the latter.
type call struct{ amd64, i386 int }

// Offsets into struct seccomp_data, and the values that the filter uses
// (linux/seccomp.h, linux/filter.h, linux/audit.h).
const (
	offNumber = 0
	offArch   = 4
	offArgs   = 16 // 8 bytes each, the low half first

	archAMD64 = 0xc000003e
	archI386  = 0x40000003

	retAllow = 0x7fff0000
	retErrno = 0x00050000

	bpfLoad  = 0x20 // BPF_LD | BPF_W | BPF_ABS
	bpfEqual = 0x15 // BPF_JMP | BPF_JEQ | BPF_K
	bpfAny   = 0x45 // BPF_JMP | BPF_JSET | BPF_K
	bpfRet   = 0x06 // BPF_RET | BPF_K
)

// Flags of open that write or make files.
const writing = syscall.O_WRONLY | syscall.O_RDWR | syscall.O_CREAT | syscall.O_TRUNC | syscall.O_APPEND | 0x400000 // O_TMPFILE

// ttyGets is the ioctl by which stdio asks whether a descriptor is a terminal.
const ttyGets = 0x5401

// filter is a seccomp filter: calls that are not allowed fail with EPERM.
func filter(pid int) []syscall.SockFilter {
	var f []syscall.SockFilter
	op := func(code uint16, k uint32, yes, no uint8) {
		f = append(f, syscall.SockFilter{Code: code, Jt: yes, Jf: no, K: k})
	}
	deny := uint32(retErrno | uint32(syscall.EPERM))
	for _, arch := range []struct {
		id     uint32
		number func(c call) int
	}{
		{archAMD64, func(c call) int { return c.amd64 }},
		{archI386, func(c call) int { return c.i386 }},
	} {
		var part []syscall.SockFilter
		whole := f
		f = nil
		op(bpfLoad, offNumber, 0, 0)
		for _, a := range allowed {
			if n := arch.number(call{a.amd64, a.i386}); n >= 0 {
				op(bpfEqual, uint32(n), 0, 1)
				op(bpfRet, retAllow, 0, 0)
			}
		}
		// An argument equal to one of values.
		equal := func(c call, arg int, values ...uint32) {
			op(bpfEqual, uint32(arch.number(c)), 0, uint8(2*len(values)+2))
			op(bpfLoad, uint32(offArgs+8*arg), 0, 0)
			for _, v := range values {
				op(bpfEqual, v, 0, 1)
				op(bpfRet, retAllow, 0, 0)
			}
			op(bpfRet, deny, 0, 0)
		}
		reading := func(c call, arg int) {
			op(bpfEqual, uint32(arch.number(c)), 0, 4)
			op(bpfLoad, uint32(offArgs+8*arg), 0, 0)
			op(bpfAny, writing&^0x10000, 0, 1)
			op(bpfRet, deny, 0, 0)
			op(bpfRet, retAllow, 0, 0)
		}
		reading(callOpen, 1)
		reading(callOpenat, 2)
		equal(callIoctl, 1, ttyGets)
		equal(callKill, 0, uint32(pid))
		equal(callTgkill, 0, uint32(pid))
		equal(callPrlimit64, 0, 0, uint32(pid))
		op(bpfRet, deny, 0, 0)
		part, f = f, whole
		// The other architecture's part comes behind this one: two steps skip it.
		op(bpfLoad, offArch, 0, 0)
		op(bpfEqual, arch.id, 1, 0)
		f = append(f, syscall.SockFilter{Code: 0x05, K: uint32(len(part))}) // BPF_JMP | BPF_JA
		f = append(f, part...)
	}
	op(bpfRet, deny, 0, 0)
	return f
}

const (
	prSetSeccomp    = 22
	prSetNoNewPrivs = 38
	modeFilter      = 2
)

// seccomp restricts this thread, and what it executes, for good.
func seccomp() error {
	if _, _, e := syscall.RawSyscall6(syscall.SYS_PRCTL, prSetNoNewPrivs, 1, 0, 0, 0, 0); e != 0 {
		return os.NewSyscallError("no_new_privs", e)
	}
	f := filter(os.Getpid())
	prog := syscall.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	if _, _, e := syscall.RawSyscall(syscall.SYS_PRCTL, prSetSeccomp, modeFilter, uintptr(unsafe.Pointer(&prog))); e != 0 {
		return os.NewSyscallError("seccomp", e)
	}
	return nil
}
