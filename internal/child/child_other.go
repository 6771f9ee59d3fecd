//go:build !linux

package child

import "os/exec"

// Start starts cmd; only Linux can tie its life to this process.
func Start(cmd *exec.Cmd) error { return cmd.Start() }
