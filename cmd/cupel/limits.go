package main

import (
	"fmt"
	"regexp"

	"github.com/spf13/cobra"

	"cupel/internal/limits"
	"cupel/verifier"
)

func limitsCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "limits [PATTERN]",
		Short: "List the constants that bound searches, with values, units and purposes",
		Long: `Limits lists the constants of the program that bound searches: budgets, sizes,
numbers of tries. A limit that is met gives a weaker result or UNKNOWN, never
another verdict. They are not flags; docs/limits.md lists the limits that are.

PATTERN is a regular expression (RE2; case does not matter) that the name,
PACKAGE.CONSTANT, or the purpose matches. A unit of work is about a microsecond.

The exit code is 0, and 3 when a flag or PATTERN is wrong or nothing matches.`,
		Example: "  cupel limits boogie/vc\n  cupel limits --format csv 'maxDepth$'",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			rows := limits.All()
			if len(args) == 1 {
				pattern, err := regexp.Compile("(?i)" + args[0])
				if err != nil {
					return &verifier.InputError{Msg: err.Error()}
				}
				if rows = limits.Matching(pattern); len(rows) == 0 {
					return &verifier.InputError{Msg: fmt.Sprintf("no limit matches %q", args[0])}
				}
			}
			out := cmd.OutOrStdout()
			switch format {
			case "text":
				return limits.WriteText(out, rows)
			case "json":
				return limits.WriteJSON(out, rows)
			case "csv":
				return limits.WriteCSV(out, rows)
			}
			return &verifier.InputError{Msg: fmt.Sprintf("--format: unknown value %q; choose text, json or csv", format)}
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text, json or csv")
	return cmd
}
