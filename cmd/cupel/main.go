// Command cupel is the command line interface of the verifier: flags in, package calls, text out.
//
//	$ cupel verify count.c
//	VERDICT: TRUE
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"cupel/internal/supervise"
	"cupel/internal/terminal"
	"cupel/verifier"
)

// Exit codes, see README.
const (
	exitUnknown = 2
	exitInput   = 3
	exitFault   = 4 // ours
)

// exitCodes is the part of the help that all commands share.
const exitCodes = `3 is a mistake in the input or the flags (or a file that cannot be read or
written), 4 a fault of cupel itself, with a line that asks for a report.`

// exitCode carries a process exit code through cobra's error return.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit %d", int(e)) }

func main() {
	supervise.Start()
	supervise.Exit(execute(os.Args[1:], os.Stdout, os.Stderr))
}

// execute runs the command line and returns the exit code.
func execute(args []string, stdout, stderr io.Writer) (code int) {
	stdout, stderr = terminal.Guarded(stdout), terminal.Guarded(stderr)
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "internal error: %v; please report this with the input\n", r)
			if os.Getenv("CUPEL_DEBUG") != "" {
				fmt.Fprintf(stderr, "%s", debug.Stack())
			}
			code = exitFault
		}
	}()
	root := rootCommand()
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(args)
	err := root.Execute()
	var exit exitCode
	var input *verifier.InputError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return int(exit)
	case errors.As(err, &input):
		fmt.Fprintln(stderr, terminal.Message(input.Error()))
		return exitInput
	}
	fmt.Fprintln(stderr, "cupel: "+terminal.Message(commandMistake(root, err)))
	return exitInput
}

// rootCommand has all commands.
func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "cupel",
		Short:         "Decide whether a C program can reach an error, with evidence either way",
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       version(),

		DisableSuggestions:         true, // commandMistake has them
		SuggestionsMinimumDistance: 2,
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.AddCommand(verifyCommand(), conditionCommand(), testCommand(), witnessCommand(), checkCommand(), petriCommand(), boogieCommand(), solidityCommand(), benchCommand(), reproduceCommand(), enginesCommand(), libraryCommand(), limitsCommand(), versionCommand(), campaignCommand(), workerCommand(), portfolioWorkerCommand())
	helpfulFlags(root)
	return root
}
