package need

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

// built32 is a program compiled for 32 bits and executed.
var built32 = sync.OnceValues(func() (compiled, executed bool) {
	dir, err := os.MkdirTemp("", "cupel-need-")
	if err != nil {
		return false, false
	}
	defer os.RemoveAll(dir)
	source, exe := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if os.WriteFile(source, []byte("#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n"), 0o644) != nil {
		return false, false
	}
	if exec.Command("gcc", "-m32", "-o", exe, source).Run() != nil {
		return false, false
	}
	return true, !errors.Is(exec.Command(exe).Run(), syscall.ENOEXEC)
})

// Executes32 reports whether gcc's programs for 32 bits can be executed, for tests that do less without. In continuous integration gcc has to
// compile them; whether the kernel executes them no script can change.
func Executes32(t testing.TB) bool {
	t.Helper()
	compiled, executed := built32()
	if !compiled {
		demanded(t, "gcc-multilib")
	}
	return executed
}

// Execution32 is Executes32 for tests that cannot do without: they are skipped.
func Execution32(t testing.TB) {
	t.Helper()
	if compiled, _ := built32(); !compiled {
		Missing(t, "gcc-multilib")
	}
	if !Executes32(t) {
		t.Skip("no execution of 32-bit programs by the kernel")
	}
}
