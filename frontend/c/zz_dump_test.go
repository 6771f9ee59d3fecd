package c

import (
	"context"
	"os"
	"testing"

	"cupel/program"
)

func TestDumpFile(t *testing.T) {
	debugPanics = true
	path := os.Getenv("DUMP")
	if path == "" {
		return
	}
	o := Options{}
	if os.Getenv("LP64") != "" {
		o.Model = program.LP64
	}
	m, ds, err := Lower(context.Background(), path, nil, o)
	for _, d := range ds {
		t.Log(d)
	}
	if err != nil {
		t.Fatal(err)
	}
	m.Dump(os.Stdout)
	if err := program.SanityModule(m); err != nil {
		t.Error(err)
	}
}
