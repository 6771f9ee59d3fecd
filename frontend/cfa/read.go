package cfa

import (
	"cupel/core/program"
	"cupel/frontend/modelfile"
)

// Read reads the model in a file. The error is a *modelfile.Error.
func Read(path string) (*program.Program, error) {
	return modelfile.Read(path, Parse)
}

// Parse reads a model; file is its name in positions. The program has one error location, marked loop heads, numbered havocs, and an edge from Init that havocs
// every variable. The error is a *modelfile.Error.
func Parse(file string, src []byte) (*program.Program, error) {
	toks, err := scan(file, src)
	if err != nil {
		return nil, err
	}
	p := &parser{file: file, toks: toks}
	m, err := p.model()
	if err != nil {
		return nil, err
	}
	return build(p, m)
}
