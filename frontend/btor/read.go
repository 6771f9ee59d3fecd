package btor

import (
	"cupel/core/program"
	"cupel/frontend/modelfile"
)

// Read reads the model in a file as a program. The error is a *modelfile.Error.
func Read(path string) (*program.Program, error) {
	return modelfile.Read(path, Parse)
}
