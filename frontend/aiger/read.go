package aiger

import (
	"cupel/core/program"
	"cupel/frontend/modelfile"
)

// Read reads the circuit in a file as a program. The error is a *modelfile.Error.
func Read(path string) (*program.Program, error) {
	c, err := modelfile.Read(path, Parse)
	if err != nil {
		return nil, err
	}
	return c.Program()
}
