package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cupel/verifier"
)

// seconds is the value of a flag for a duration: a number without a unit is one of seconds.
type seconds struct{ pflag.Value }

// Set implements pflag.Value.
func (s seconds) Set(text string) error {
	if n, err := strconv.ParseFloat(text, 64); err == nil && n != 0 {
		text += "s"
	}
	if _, err := time.ParseDuration(text); err != nil {
		return errors.New("no time; write 10s, 2m or 1h30m, or a number of seconds")
	}
	return s.Value.Set(text)
}

// plainSeconds lets the flags for durations have numbers of seconds.
func plainSeconds(fs *pflag.FlagSet) {
	fs.VisitAll(func(f *pflag.Flag) {
		if _, done := f.Value.(seconds); !done && f.Value.Type() == "duration" {
			f.Value = seconds{f.Value}
			if f.DefValue == "0s" {
				f.DefValue = "0" // help prints no default that is none
			}
		}
	})
}

// helpfulFlags makes a command, and those below it, explain mistakes in flags.
func helpfulFlags(c *cobra.Command) {
	plainSeconds(c.Flags())
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return &verifier.InputError{Msg: flagMistake(c, err)} })
	for _, below := range c.Commands() {
		helpfulFlags(below)
	}
}

// flagMistake is the message about a mistake in the flags of a command.
func flagMistake(c *cobra.Command, err error) string {
	text := err.Error()
	if unknown := (*pflag.NotExistError)(nil); errors.As(err, &unknown) {
		if near := nearFlags(c, unknown.GetSpecifiedName()); len(near) > 0 {
			text += didYouMean(near)
		}
	}
	if wrong := (*pflag.InvalidValueError)(nil); errors.As(err, &wrong) && wrong.GetFlag().Value.Type() == "int" {
		text = fmt.Sprintf("invalid argument %q for \"--%s\" flag: no whole number", wrong.GetValue(), wrong.GetFlag().Name)
		if wrong.GetFlag().Name == "memory" {
			text += "; write 4096 for 4 GB, the unit is megabytes"
		}
	}
	return text
}

// commandMistake is the message about an error of the command line; a command that does not exist is named with those of like names.
func commandMistake(root *cobra.Command, err error) string {
	const unknown = "unknown command "
	quoted, ok := strings.CutPrefix(err.Error(), unknown)
	quoted, _, below := strings.Cut(quoted, fmt.Sprintf(" for %q", root.Name()))
	word, bad := strconv.Unquote(quoted)
	if !ok || !below || bad != nil {
		return err.Error()
	}
	text := unknown + quoted
	if near := root.SuggestionsFor(word); len(near) > 0 {
		return text + didYouMean(near)
	}
	return text + "; cupel --help lists the commands"
}

// didYouMean asks about names, three at most.
func didYouMean(near []string) string {
	return "; did you mean " + strings.Join(near[:min(len(near), 3)], " or ") + "?"
}

// alike are the names that are like a word.
func alike(word string, names []string) []string {
	if len(word) < 3 { // all short ones are alike
		return nil
	}
	all := &cobra.Command{SuggestionsMinimumDistance: max(1, len(word)/3)}
	for _, n := range names {
		all.AddCommand(&cobra.Command{Use: n, Run: func(*cobra.Command, []string) {}})
	}
	return all.SuggestionsFor(word)
}

// checkEngine refuses an engine that does not exist and is like one that does.
func checkEngine(name string) error {
	var names []string
	for _, e := range verifier.Engines() {
		names = append(names, e.Name)
	}
	if near := alike(name, names); !slices.Contains(names, name) && len(near) > 0 {
		return &verifier.InputError{Msg: fmt.Sprintf("--engine: unknown engine %q", name) + didYouMean(near)}
	}
	return nil
}

// nearFlags are the flags of a command whose names are like a word.
func nearFlags(c *cobra.Command, word string) []string {
	var names, near []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	for _, name := range alike(word, names) {
		near = append(near, "--"+name)
	}
	return near
}
