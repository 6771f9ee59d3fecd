package child

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

var (
	starts = make(chan func())
	once   sync.Once
)

// Start starts cmd like its own Start; the process is killed when this one ends.
func Start(cmd *exec.Cmd) error {
	once.Do(func() {
		go func() {
			runtime.LockOSThread() // for good: the thread's end would kill the children
			for start := range starts {
				start()
			}
		}()
	})
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	result := make(chan error)
	starts <- func() {
		err := cmd.Start()
		if err == nil {
			note(cmd.Process.Pid)
		}
		result <- err
	}
	return <-result
}
