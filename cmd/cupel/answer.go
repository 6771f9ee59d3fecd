package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"cupel/internal/supervise"
	"cupel/verifier"
)

// oneFile refuses arguments of a command that are not one file.
func oneFile(command string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return &verifier.InputError{Msg: fmt.Sprintf("%s takes one file, got %d; see cupel %s --help", command, len(args), command)}
		}
		return nil
	}
}

// answer prints what a command has found, as text or as JSON.
func answer(cmd *cobra.Command, format string, rep interface{ WriteText(io.Writer) error }) error {
	supervise.Answered()
	if format != "json" {
		return rep.WriteText(cmd.OutOrStdout())
	}
	enc := json.NewEncoder(cmd.OutOrStdout())
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(rep)
}
