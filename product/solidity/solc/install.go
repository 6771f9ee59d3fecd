package solc

import (
	"context"
	_ "embed"
	"io"
	"os/exec"

	"cupel/internal/child"
)

//go:embed install.sh
var installer string

// Install installs compilers of exact versions, or Known, into the cache: the npm package solc, by npm.
func Install(ctx context.Context, versions []string, stdout, stderr io.Writer) error {
	for _, v := range versions {
		if _, err := ParseVersion(v); err != nil {
			return err
		}
	}
	cmd := exec.Command("sh", append([]string{"-c", installer, "cupel solidity install"}, versions...)...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if err := child.Start(cmd); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
	defer stop()
	return cmd.Wait()
}
