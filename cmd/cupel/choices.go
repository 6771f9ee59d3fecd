package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cupel/engine"
	"cupel/verifier"
)

// choiceFlag is a flag for a choice of engines.
type choiceFlag struct {
	cfg    *verifier.Config
	choice engine.Choice
}

// String is the value, of the engine's default none: engines differ in it.
func (f *choiceFlag) String() string {
	if f.cfg == nil {
		return ""
	}
	return f.cfg.Choices[f.choice.Name]
}

// Set implements pflag.Value.
func (f *choiceFlag) Set(value string) error {
	f.cfg.Choose(f.choice.Name, value)
	return nil
}

// Type implements pflag.Value.
func (f *choiceFlag) Type() string {
	switch f.choice.Kind {
	case engine.Switch:
		return "bool"
	case engine.Number:
		return "int"
	}
	return "string"
}

// ofEngines marks the flags of choices.
const ofEngines = "engines"

// addChoices makes a flag of every choice that an engine has.
func addChoices(c *cobra.Command, cfg *verifier.Config) {
	fs := c.Flags()
	for _, e := range verifier.Engines() {
		for _, choice := range e.Choices {
			if f := fs.Lookup(choice.Name); f != nil {
				f.Annotations[ofEngines] = append(f.Annotations[ofEngines], e.Name)
				continue
			}
			f := fs.VarPF(&choiceFlag{cfg, choice}, choice.Name, "", choice.Help)
			f.Annotations = map[string][]string{ofEngines: {e.Name}}
			if choice.Kind == engine.Switch {
				f.NoOptDefVal = "true"
			}
		}
	}
	c.SetUsageFunc(func(c *cobra.Command) error {
		w := c.OutOrStderr()
		_, err := fmt.Fprintf(w, "Usage:\n  %s\n\nFlags:\n%s%s", c.UseLine(), generalFlags(c.Flags()).FlagUsages(), choiceUsage(c, cfg.Engine))
		return err
	})
}

// generalFlags are those of all engines.
func generalFlags(all *pflag.FlagSet) *pflag.FlagSet {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	all.VisitAll(func(f *pflag.Flag) {
		if f.Annotations[ofEngines] == nil {
			fs.AddFlag(f)
		}
	})
	return fs
}

// choiceUsage describes the choices of the engine selected by a flag, or of all engines.
func choiceUsage(c *cobra.Command, chosen string) string {
	var b strings.Builder
	for _, e := range verifier.Engines() {
		if c.Flags().Changed("engine") && e.Name != chosen {
			continue
		}
		b.WriteString("\n" + engineHelp(e))
	}
	return b.String()
}

// engineHelp describes an engine and its choices.
func engineHelp(e *engine.Info) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Choices of %s (%s):\n", e.Name, e.Doc)
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, choice := range e.Choices {
		help := choice.Help
		if len(choice.Values) > 0 && choice.Name != engine.Encoding && choice.Name != engine.Interpolation.Name {
			help += ": " + strings.Join(choice.Values, ", ")
		}
		if choice.Kind == engine.Number && (choice.Value() == "" || choice.Value() == "0") {
			help += " (default 0)" // which is not printed of itself
		}
		f := fs.VarPF(&choiceFlag{choice: choice}, choice.Name, "", help)
		if f.DefValue = choice.Value(); choice.Kind == engine.Switch {
			f.NoOptDefVal = "true"
		}
	}
	b.WriteString(fs.FlagUsages())
	return b.String()
}

// engineChoices lists the engines with their choices, or one of them.
func engineChoices(names []string) (string, error) {
	for _, name := range names {
		cfg := verifier.DefaultConfig()
		cfg.Engine = name
		if err := cfg.Validate(); err != nil {
			return "", err
		}
	}
	var b strings.Builder
	for _, e := range verifier.Engines() {
		if len(names) == 0 {
			fmt.Fprintf(&b, "%-10s %s\n", e.Name, e.Doc)
		} else if slices.Contains(names, e.Name) {
			b.WriteString(engineHelp(e))
		}
	}
	return b.String(), nil
}
