package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestHelpOfExitCodes: scripts live from exit codes, so the help of every command has them.
func TestHelpOfExitCodes(t *testing.T) {
	var look func(*cobra.Command)
	look = func(c *cobra.Command) {
		if !strings.Contains(strings.Join(strings.Fields(strings.ToLower(c.Long)), " "), "exit code") {
			t.Errorf("cupel %s --help says nothing about exit codes", c.Name())
		}
		for _, sub := range c.Commands() {
			look(sub)
		}
	}
	for _, c := range []*cobra.Command{verifyCommand(), petriCommand(), boogieCommand(), witnessCommand(), benchCommand(), campaignCommand(), workerCommand(), enginesCommand(), libraryCommand(), limitsCommand(), versionCommand()} {
		look(c)
	}
}
