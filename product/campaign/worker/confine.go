package worker

import (
	"fmt"
	"os/exec"
	"time"

	"cupel/product/bench"
)

// confine starts a run with limits of the system (setrlimit(2)), which it cannot raise: no core files, small files, few open ones, and
// the processor time of each of its processes. The verifier sets them before it reads anything (package supervise). Memory is watched by package bench:
// the verifier's address space says little about it.
func confine(o bench.Options) func(cmd *exec.Cmd) error {
	limits := fmt.Sprintf("CUPEL_RLIMITS=core=0 fsize=%d nofile=%d", fileLimit, openFiles)
	if o.Time > 0 {
		limits += fmt.Sprintf(" cpu=%d", int((o.Wall()+spare)/time.Second))
	}
	return func(cmd *exec.Cmd) error {
		cmd.Env = append(cmd.Env, limits)
		return nil
	}
}
