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
	why := ""
	if !compiles(ctx, dir, "-m32") {
		why = noLibraries32
	} else if !executes32(ctx, dir) {
		why = noExecution32
	}
	if ctx.Err() == nil {
		found32.Store(&why)
	}
	return why
}

// executes32 reports whether the kernel accepts the format of 32-bit programs, by starting one of our own.
func executes32(ctx context.Context, dir string) bool {
	source, exe := filepath.Join(dir, "probe32.c"), filepath.Join(dir, "probe32")
	if err := os.WriteFile(source, []byte("int main(void) { return 0; }\n"), 0o644); err != nil {
		return false
	}
	if _, err := compiler(ctx, "gcc", "-m32", "-o", exe, source); err != nil {
		return false
	}
	return !errors.Is(started(ctx, exe).Run(), syscall.ENOEXEC)
}
