package models

import (
	"fmt"
	"strings"

	"cupel/product/petri"
	"cupel/product/petri/notation"
	"cupel/product/petri/query"
)

// A Model is a net or a family of nets.
type Model struct {
	Name       string
	Parameters []Parameter
	Doc        string

	build func(k []int64) (net, target string) // in the notations of packages notation and query
}

// A Parameter of a family.
type Parameter struct {
	Name     string
	Min, Max int64
}

// Generate builds a net and the property that its target is reachable.
func Generate(name string, parameters ...int64) (*petri.Net, petri.Property, error) {
	for _, m := range All() {
		if m.Name == name {
			return m.generate(parameters)
		}
	}
	return nil, petri.Property{}, fmt.Errorf("unknown net %q", name)
}

func (m Model) generate(k []int64) (*petri.Net, petri.Property, error) {
	var names []string
	for _, p := range m.Parameters {
		names = append(names, p.Name)
	}
	if len(k) != len(names) {
		return nil, petri.Property{}, fmt.Errorf("%s takes %d parameters (%s), got %d", m.Name, len(names), strings.Join(names, ", "), len(k))
	}
	id := m.Name
	for i, p := range m.Parameters {
		if k[i] < p.Min || k[i] > p.Max {
			return nil, petri.Property{}, fmt.Errorf("%s: %s is %d; it must be between %d and %d", m.Name, p.Name, k[i], p.Min, p.Max)
		}
		id += fmt.Sprintf("-%d", k[i])
	}
	text, target := m.build(k)
	net, err := notation.Parse(text)
	if err != nil {
		return nil, petri.Property{}, fmt.Errorf("%s: %w", id, err)
	}
	net.Name = id
	goal, err := query.Parse(target, net)
	if err != nil {
		return nil, petri.Property{}, fmt.Errorf("%s: %w", id, err)
	}
	return net, petri.Property{ID: id + "-target", Description: target, Formula: goal}, nil
}
