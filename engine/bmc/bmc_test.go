package bmc_test

import (
	"testing"

	"cupel/engine/bmc"
	"cupel/engine/enginetest"
)

// TestRandomPrograms compares the engine with the enumeration of the states.
func TestRandomPrograms(t *testing.T) {
	enginetest.RandomPrograms(t, []enginetest.Configuration{
		{Name: "bmc", Engine: bmc.New(bmc.Options{})}, {Name: "all", Engine: bmc.New(bmc.Options{MergeAll: true})}})
}
