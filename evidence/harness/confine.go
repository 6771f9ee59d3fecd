package harness

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"
	"unsafe"
)

// launcher is the name under which a binary that links this package starts a program with limits instead of its
// own main: an init function checks the name.
const launcher = "cupel-confine"

// Modes of starting a program.
const (
	confined = "run"     // limits, no writing, no network, no processes
	shadowed = "shadow"  // the same, but any address space: the address sanitizer reserves more than any limit. It bounds the heap itself, see memory.go
	limited  = "compile" // limits
)

// Limits of a compiled program besides its time.
const (
	programMB     = 2047 // address space
	programFileMB = 1    // of a file
	programFiles  = 64   // open
)

// environment is the complete environment of a compiled program: a CI job's contains secrets.
var environment = []string{"PATH=/usr/bin:/bin", "LC_ALL=C"}

// notConfined is the launcher's exit code when confinement fails.
const notConfined = 125

func init() {
	if len(os.Args) >= 3 && os.Args[0] == launcher {
		launch(os.Args[1], os.Args[2], os.Args[2:])
	}
}

// launch replaces this process by the program.
func launch(mode, path string, args []string) {
	runtime.LockOSThread() // limits and filters are set for this thread, which executes the program
	// Once the address space is limited the Go runtime can neither map memory nor start a thread, and would end the process: from here on
	// it has no reason to.
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
	fail := func(err error) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", launcher, err)
		os.Exit(notConfined)
	}
	mb, cpu, file, files := uint64(programMB), uint64(20), uint64(programFileMB), uint64(programFiles)
	if mode == limited {
		mb, cpu, file, files = 8192, 60, 256, 1024
	}
	for _, l := range []struct {
		what  int
		value uint64
	}{
		{syscall.RLIMIT_CPU, cpu}, {syscall.RLIMIT_FSIZE, file << 20}, {syscall.RLIMIT_CORE, 0}, {syscall.RLIMIT_NOFILE, files},
	} { // the address space last: the Go runtime exceeds it
		if err := syscall.Setrlimit(l.what, &syscall.Rlimit{Cur: l.value, Max: l.value}); err != nil {
			fail(fmt.Errorf("limit %d: %w", l.what, err))
		}
	}
	envv := os.Environ()
	if mode != limited {
		envv = environment
		own := []string{filepath.Dir(path)}
		if mode == shadowed {
			own = append(own, ownMaps)
		}
		landlock(own...)
		if err := seccomp(); err != nil {
			fail(err)
		}
	}
	program, err := syscall.BytePtrFromString(path)
	if err != nil {
		fail(err)
	}
	argv, err := syscall.SlicePtrFromStrings(args)
	if err != nil {
		fail(err)
	}
	env, err := syscall.SlicePtrFromStrings(envv)
	if err != nil {
		fail(err)
	}
	space := syscall.Rlimit{Cur: mb << 20, Max: mb << 20}
	if mode == shadowed {
		space = syscall.Rlimit{Cur: ^uint64(0), Max: ^uint64(0)}
	}
	// It fails where the limit is lower already, which is as good.
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRLIMIT64, 0, syscall.RLIMIT_AS, uintptr(unsafe.Pointer(&space)), 0, 0, 0)
	_, _, e := syscall.RawSyscall(syscall.SYS_EXECVE, uintptr(unsafe.Pointer(program)), uintptr(unsafe.Pointer(&argv[0])), uintptr(unsafe.Pointer(&env[0])))
	fail(os.NewSyscallError("exec", e))
}

// command is a program started in one of the modes; it and its children end with this process and with ctx.
func command(ctx context.Context, mode, path string, args ...string) *exec.Cmd {
	cmd := started(ctx, "/proc/self/exe")
	cmd.Args = append([]string{launcher, mode, path}, args...)
	return cmd
}

// started is a program that ends, with its children, with this process and with ctx.
func started(ctx context.Context, path string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}
