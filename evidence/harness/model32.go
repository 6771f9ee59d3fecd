package harness

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
)

const (
	noLibraries32 = "gcc has no 32-bit libraries here (Debian: gcc-multilib)"
	noExecution32 = "the kernel does not execute 32-bit programs here"
)

// found32 is the result of obstacle32, once it is known.
var found32 atomic.Pointer[string]

// obstacle32 is why programs for ILP32 cannot be compiled or executed on this machine; "": they can. A kernel may be built or
// started without support for 32-bit programs, which the compiler's libraries do not show.
func obstacle32(ctx context.Context, dir string) string {
	if s := found32.Load(); s != nil {
		return *s
	}
	why := probe32(ctx, dir)
	if ctx.Err() == nil {
		found32.Store(&why)
	}
	return why
}

// probe32 compiles a program of our own for 32 bits and starts it.
func probe32(ctx context.Context, dir string) string {
	source, exe := filepath.Join(dir, "probe32.c"), filepath.Join(dir, "probe32")
	if err := os.WriteFile(source, []byte(probe), 0o644); err != nil {
		return noLibraries32
	}
	if _, err := compiler(ctx, "gcc", "-m32", "-o", exe, source); err != nil {
		return noLibraries32
	}
	if errors.Is(started(ctx, exe).Run(), syscall.ENOEXEC) {
		return noExecution32
	}
	return ""
}
