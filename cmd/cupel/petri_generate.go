package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cupel/internal/wholefile"
	"cupel/product/petri"
	"cupel/product/petri/models"
	"cupel/product/petri/pnml"
	"cupel/product/petri/suite"
	"cupel/verifier"
)

func petriConvertCommand() *cobra.Command {
	var output string
	c := &cobra.Command{
		Use:   "convert [flags] NET.pnml",
		Short: "Write a net of any dialect as plain PNML",
		Long: `Convert reads a net of any dialect that cupel petri reads and writes it as PNML
with one page: places and transitions in their order, one arc of each kind
between two nodes, inhibitor arcs as TAPAAL writes them. Positions and the
annotations of tools are left out.

Exit codes:
  0  the net is written
  3  a mistake in the input or the flags
  4  a fault of cupel`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &verifier.InputError{Msg: fmt.Sprintf("petri convert takes one net, got %d files", len(args))}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkOutput("--output", output, args[0]); err != nil {
				return err
			}
			net, err := suite.LoadNet(args[0])
			if err != nil {
				return petriInput(err)
			}
			return writeNet(cmd, output, net)
		},
	}
	c.Flags().StringVarP(&output, "output", "o", "", "write the net to `FILE` instead of the standard output")
	return c
}

func petriGenerateCommand() *cobra.Command {
	var output, properties string
	var list strings.Builder
	for _, m := range models.All() {
		name := m.Name
		for _, p := range m.Parameters {
			name += " " + strings.ToUpper(p.Name)
		}
		fmt.Fprintf(&list, "  %-28s %s\n", name, m.Doc)
	}
	c := &cobra.Command{
		Use:   "generate [flags] NAME [NUMBER...]",
		Short: "Write a net of the thesis on Petri nets as PNML",
		Long: `Generate writes a figure or a net of a family of the thesis on CEGAR for Petri
nets as PNML, and with --properties the question that is asked about it. The
names, with their parameters and targets:

` + list.String() + `
Exit codes:
  0  the net is written
  3  a mistake in the input or the flags
  4  a fault of cupel`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &verifier.InputError{Msg: "petri generate takes the name of a net and its parameters; see cupel petri generate --help"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var numbers []int64
			for _, a := range args[1:] {
				k, err := strconv.ParseInt(a, 10, 64)
				if err != nil {
					return &verifier.InputError{Msg: fmt.Sprintf("parameter %q is no number", a)}
				}
				numbers = append(numbers, k)
			}
			net, property, err := models.Generate(args[0], numbers...)
			if err != nil {
				return &verifier.InputError{Msg: err.Error() + "; see cupel petri generate --help"}
			}
			files := map[string]string{"--output": output, "--properties": properties}
			for flag, path := range files {
				if err := checkOutput(flag, path); err != nil {
					return err
				}
			}
			if err := wholefile.Distinct(files, "--output", "--properties"); err != nil {
				return &verifier.InputError{Msg: err.Error()}
			}
			if properties != "" {
				if err := wholefile.Write(properties, func(w io.Writer) error {
					return pnml.WriteProperties(w, net, []petri.Property{property})
				}); err != nil {
					return err
				}
			}
			return writeNet(cmd, output, net)
		},
	}
	c.Flags().StringVarP(&output, "output", "o", "", "write the net to `FILE` instead of the standard output")
	c.Flags().StringVar(&properties, "properties", "", "write the question about the net to the contest `FILE` (.xml)")
	return c
}

// writeNet writes a net to a file; "" is the standard output.
func writeNet(cmd *cobra.Command, path string, net *petri.Net) error {
	if path == "" {
		return pnml.Write(cmd.OutOrStdout(), net)
	}
	return wholefile.Write(path, func(w io.Writer) error { return pnml.Write(w, net) })
}
