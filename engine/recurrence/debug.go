package recurrence

import (
	"fmt"
	"os"
)

var debugging = os.Getenv("RECDEBUG") != ""

func debug(format string, args ...any) {
	if debugging {
		fmt.Fprintf(os.Stderr, format+"\n", args...)
	}
}
