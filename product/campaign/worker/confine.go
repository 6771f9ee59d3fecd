package worker

import (
	"fmt"
	"os/exec"
	"time"

	"cupel/product/bench"
)

// confine starts a run with limits of the system (setrlimit(2)), which it cannot raise: no core files, small files, few open ones, and
// the processor time of each of its processes. Memory is watched by package bench: the verifier's address space says little about it.
func confine(o bench.Options) func(cmd *exec.Cmd) error {
	script := fmt.Sprintf("ulimit -c 0 && ulimit -f %d && ulimit -n %d", fileLimit, openFiles)
	if o.Time > 0 {
		script += fmt.Sprintf(" && ulimit -t %d", int((o.Wall()+spare)/time.Second))
	}
	return func(cmd *exec.Cmd) error {
		shell, err := exec.LookPath("sh")
		if err != nil {
			return err
		}
		cmd.Args = append([]string{shell, "-c", script + ` && exec "$0" "$@"`, cmd.Path}, cmd.Args[1:]...)
		cmd.Path = shell
		return nil
	}
}
