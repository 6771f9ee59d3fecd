package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"cupel/smt/z3"
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
	return &cobra.Command{
		Use:   "engines",
		Short: "List the engines and what each is good at",
		Long:  "Engines lists the engines and what each is good at. The exit code is 0.",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, e := range verifier.Engines() {
				if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%-12s %s\n", e.Name, e.Doc); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
