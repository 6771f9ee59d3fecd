package worker

import (
	"fmt"
	"os/exec"
	"time"

	"cupel/internal/cgroup"
	"cupel/product/bench"
)

// confine starts a run with limits of the system (setrlimit(2)), which it cannot raise: no core files, small files, few open ones, and
// the processor time of each of its processes. The verifier sets them before it reads anything (package supervise). Package bench watches its memory:
// the verifier's address space says little about it. Where this worker has a control group, the run has one of its own, which bounds the memory, the
// processor time and the number of all its processes, and ends what is left of them with the returned function.
func (w *worker) confine(o *bench.Options) (end func(), err error) {
	limits := fmt.Sprintf("CUPEL_RLIMITS=core=0 fsize=%d nofile=%d", fileLimit, openFiles)
	most := o.Wall() + spare
	if o.Time > 0 {
		limits += fmt.Sprintf(" cpu=%d", int(most/time.Second))
	}
	o.Prepare = func(cmd *exec.Cmd) error {
		cmd.Env = append(cmd.Env, limits)
		return nil
	}
	if w.Groups == nil {
		return func() {}, nil
	}
	l := cgroup.Limits{Memory: int64(float64(o.MemoryMB)*memorySpare) << 20, Processes: maxProcesses}
	g, err := w.Groups.New(fmt.Sprintf("%s-%d", w.Name, w.groups.Add(1)), l)
	if err != nil {
		return nil, err
	}
	rlimits := o.Prepare
	o.Prepare = func(cmd *exec.Cmd) error {
		g.Enter(cmd.SysProcAttr)
		return rlimits(cmd)
	}
	o.Over = func() string {
		if full, err := g.OutOfMemory(); err == nil && full {
			return "MEMORY"
		}
		if used, err := g.ProcessorTime(); err == nil && o.CPU && o.Time > 0 && used > most {
			return "TIMEOUT"
		}
		return ""
	}
	return func() {
		if err := g.Close(); err != nil {
			w.log("%v", err)
		}
	}, nil
}
