package main

import (
	"testing"

	"github.com/spf13/cobra"

	"cupel/product/preset"
)

// TestPresets sets the flags of every preset on its command: names and values exist, and names of presets are unique.
func TestPresets(t *testing.T) {
	for command, create := range map[string]func() *cobra.Command{preset.Verify: verifyCommand, preset.Petri: petriCommand, preset.Condition: conditionCommand, preset.Solidity: solidityCommand} {
		seen := map[string]bool{}
		for _, p := range preset.Of(command) {
			t.Run(command+"/"+p.Name, func(t *testing.T) {
				if seen[p.Name] {
					t.Errorf("two presets of that name")
				}
				seen[p.Name] = true
				c := create()
				if err := c.ParseFlags([]string{"--preset", p.Name}); err != nil {
					t.Fatal(err)
				}
				if err := usePreset(command, c.Flags()); err != nil {
					t.Error(err)
				}
				if command == preset.Verify {
					if err := checkVerifyFlags([]string{"--preset", p.Name}); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
}
