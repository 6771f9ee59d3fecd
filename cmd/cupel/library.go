package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cupel/frontend/c/library"
	"cupel/verifier"
)

// libraryRow is a function in the JSON output of cupel library.
type libraryRow struct {
	Name   string `json:"name"`
	Header string `json:"header"`
	Kind   string `json:"kind"`
	Model  string `json:"model"`
}

func libraryCommand() *cobra.Command {
	var format, header string
	cmd := &cobra.Command{
		Use:   "library",
		Short: "List the functions of the C library with how far their models go",
		Long: `Library lists the functions of C11's headers, and the common ones of POSIX and
GNU, that a program may call without defining them.

  exact    result and effects are those of glibc in the C locale
  bounded  both are over-approximated; a counterexample that depends on such a
           value is no verdict: UNKNOWN names the function and its place
  cut      the model ends at the call: UNKNOWN if it is reachable

The exit code is 0, and 3 when a flag is wrong.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			rows := []libraryRow{}
			for _, f := range library.Functions() {
				if header != "" && f.Header != strings.Trim(header, "<>") {
					continue
				}
				model := "lowering"
				switch {
				case f.Kind == library.Cut:
					model = "none"
				case f.InC:
					model = "body in C"
				case f.Kind == library.Bounded:
					model = "any result"
				}
				rows = append(rows, libraryRow{f.Name, f.Header, string(f.Kind), model})
			}
			if len(rows) == 0 {
				return &verifier.InputError{Msg: "no function of the table is declared in <" + strings.Trim(header, "<>") + ">"}
			}
			out := cmd.OutOrStdout()
			switch format {
			case "json":
				e := json.NewEncoder(out)
				e.SetIndent("", "  ")
				return e.Encode(rows)
			case "text":
				last := ""
				for _, r := range rows {
					if r.Header != last {
						last = r.Header
						if _, err := fmt.Fprintf(out, "<%s>\n", last); err != nil {
							return err
						}
					}
					if _, err := fmt.Fprintf(out, "  %-20s %-8s %s\n", r.Name, r.Kind, r.Model); err != nil {
						return err
					}
				}
				return nil
			}
			return &verifier.InputError{Msg: fmt.Sprintf("unknown format %q: text or json", format)}
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	cmd.Flags().StringVar(&header, "header", "", "only the functions of this header, such as string.h")
	return cmd
}
