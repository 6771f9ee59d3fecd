// Command cupel verifies programs from the command line.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"cupel/verifier"
)

// Exit codes, see README.
const (
	exitUnknown = 2
	exitInput   = 3
	exitFault   = 4 // ours
)

// exitCode carries a process exit code through cobra's error return.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit %d", int(e)) }

func main() { os.Exit(execute(os.Args[1:], os.Stdout, os.Stderr)) }

// execute runs the command line and returns the exit code.
func execute(args []string, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:           "cupel",
		Short:         "Decide whether a C program can reach an error, with evidence either way",
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       version(),
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(args)
	root.AddCommand(verifyCommand(), petriCommand(), benchCommand(), enginesCommand(), libraryCommand(), versionCommand())
	err := root.Execute()
	var code exitCode
	var input *verifier.InputError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &input):
		fmt.Fprintln(stderr, input.Error())
		return exitInput
	}
	fmt.Fprintln(stderr, "cupel: "+err.Error())
	return exitInput
}
