package supervise

// #include "supervise.h"
import "C"

import (
	"os"
	"runtime/debug"
)

// maxStack is the size of a stack at which a recursion counts as too deep: the
// deepest real programs need a hundredth of it.
const maxStack = 512 << 20

// Start bounds the stack; to be called first.
func Start() {
	debug.SetMaxStack(maxStack)
}

// Answered records that a verdict is being printed, so that the supervisor prints none.
func Answered() {
	if s := C.cupel_supervised; s != nil {
		s.answered = 1
	}
}

// Noticed records that a signal asked the process to stop and is being handled.
func Noticed() {
	if s := C.cupel_supervised; s != nil {
		s.noticed++
	}
}

// Active reports whether this process is supervised: it is one that was started for a command, and not a test.
func Active() bool { return C.cupel_supervised != nil }

// Exit ends the process as it means to.
func Exit(code int) {
	if s := C.cupel_supervised; s != nil {
		s.finished = 1
	}
	os.Exit(code)
}
