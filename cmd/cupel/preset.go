package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cupel/product/preset"
	"cupel/verifier"
)

// presetFlag is the name of the flag that chooses a published configuration.
const presetFlag = "preset"

// addPreset adds the flag to a command that has presets. Flags of the command line prevail over those of the preset.
func addPreset(c *cobra.Command) { addPresetOf(c, c.Name()) }

// addPresetOf is addPreset for a command that has the presets of another one.
func addPresetOf(c *cobra.Command, command string) {
	names := preset.Names(command)
	c.Flags().String(presetFlag, preset.Default, "published configuration, with nothing of our own in it, see cupel engines --presets: "+strings.Join(names, ", "))
	inner := c.Args
	c.Args = func(cmd *cobra.Command, args []string) error {
		if err := usePreset(command, cmd.Flags()); err != nil {
			return err
		}
		return inner(cmd, args)
	}
}

// usePreset sets the flags of the preset that was chosen, but those that the user set.
func usePreset(command string, fs *pflag.FlagSet) error {
	name := fs.Lookup(presetFlag).Value.String()
	p, ok := preset.ByName(command, name)
	if !ok {
		names := preset.Names(command)
		msg := fmt.Sprintf("--%s: unknown preset %q", presetFlag, name)
		if near := alike(name, names); len(near) > 0 {
			return &verifier.InputError{Msg: msg + didYouMean(near)}
		}
		return &verifier.InputError{Msg: msg + "; choose one of " + strings.Join(names, ", ")}
	}
	for _, f := range p.Flags {
		if fs.Changed(f.Name) {
			continue
		}
		if err := fs.Set(f.Name, f.Value); err != nil {
			return fmt.Errorf("preset %s: %w", p.Name, err)
		}
	}
	return nil
}

// presetHelp lists the presets of all commands with their sources and flags.
func presetHelp() string {
	var b strings.Builder
	for _, command := range []string{preset.Verify, preset.Petri, preset.Condition, preset.Solidity} {
		fmt.Fprintf(&b, "Presets of cupel %s:\n", command)
		for _, p := range preset.Of(command) {
			fmt.Fprintf(&b, "  %s: %s", p.Name, p.Doc)
			if p.Source != "" {
				fmt.Fprintf(&b, " (%s)", p.Source)
			}
			b.WriteString("\n")
			for i, f := range p.Flags {
				if i == 0 {
					b.WriteString("     ")
				}
				fmt.Fprintf(&b, " --%s=%s", f.Name, f.Value)
			}
			if len(p.Flags) > 0 {
				b.WriteString("\n")
			}
		}
	}
	return b.String()
}
