package need

import (
	"os"
	"os/exec"
	"testing"
)

// alone names the test that a process is for.
const alone = "CUPEL_TEST_ALONE"

// Alone reports whether a test has a process of its own, for tests of limits and faults that may end their process. Where it has none it
// is given one and Alone waits for its end: the test returns then, and whatever ended that process is a failure with its output.
//
//	if !need.Alone(t) {
//		return
//	}
func Alone(t *testing.T) bool {
	t.Helper()
	if os.Getenv(alone) == t.Name() {
		return true
	}
	args := []string{"-test.run=^" + t.Name() + "$", "-test.v"}
	if testing.Short() {
		args = append(args, "-test.short")
	}
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), alone+"="+t.Name())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}
