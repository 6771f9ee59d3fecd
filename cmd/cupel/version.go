package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"cupel/core/smt/z3"
	"cupel/verifier"
)

// version is the release with the revision it was built from, when known.
func version() string {
	v := verifier.Version
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				v += "-" + s.Value[:12]
			}
		}
	}
	return v
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version and the solvers in use",
		Long:  "Version prints the version and the solvers in use. The exit code is 0.",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "cupel %s\nlibz3 %s\n", version(), z3.Version())
			return err
		},
	}
}

func enginesCommand() *cobra.Command {
	var presets bool
	c := &cobra.Command{
		Use:   "engines [NAME...]",
		Short: "List the engines and what each is good at, or the choices of some",
		Long:  "Engines lists the engines and what each is good at; with names, what can be chosen of\nthese. The exit code is 0, or 3 when there is no engine of that name.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if presets {
				_, err := fmt.Fprint(cmd.OutOrStdout(), presetHelp())
				return err
			}
			text, err := engineChoices(args)
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), text)
			return err
		},
	}
	c.Flags().BoolVar(&presets, "presets", false, "list the published configurations of all commands, with their flags")
	return c
}
