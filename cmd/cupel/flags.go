package main

import (
	"errors"
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
			text += "; did you mean " + strings.Join(near, " or ") + "?"
		}
	}
	return text
}

// nearFlags are the flags of a command whose names are like a word.
func nearFlags(c *cobra.Command, word string) []string {
	if len(word) < 3 { // all short ones are alike
		return nil
	}
	names := &cobra.Command{SuggestionsMinimumDistance: max(1, len(word)/3)}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
		}
	})
	var near []string
	for _, name := range names.SuggestionsFor(word) {
		near = append(near, "--"+name)
	}
	return near[:min(len(near), 3)]
}
