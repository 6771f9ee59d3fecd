package cegar

import (
	"encoding/binary"
	"slices"

	"cupel/core/program"
)

// coverIndex finds, among the many explicit states of a location, those that cover a given state without
// comparing all. Nodes are grouped by the set of variables with a value.
type coverIndex struct {
	groups []*coverGroup
}

// coverGroup holds the nodes whose states have values for exactly vars.
type coverGroup struct {
	vars  []*program.Var
	nodes map[string][]*node // by the values of vars, in the order of creation
}

// explicitPart returns the values in a state, or nil.
func explicitPart(s State) *explState {
	switch s := s.(type) {
	case *explState:
		return s
	case *prodState:
		return s.expl
	}
	return nil
}

// valuesKey is a key of the values of variables; false if one has none.
func valuesKey(s *explState, vars []*program.Var) (string, bool) {
	var b []byte
	for _, v := range vars {
		t := s.vals[v]
		if t == nil {
			return "", false
		}
		b = binary.LittleEndian.AppendUint32(b, t.ID())
	}
	return string(b), true
}

func (x *coverIndex) add(n *node) {
	e := explicitPart(n.state)
	var vars []*program.Var
	if e != nil {
		vars = e.vars
	}
	at := slices.IndexFunc(x.groups, func(g *coverGroup) bool { return slices.Equal(g.vars, vars) })
	if at < 0 {
		at = len(x.groups)
		x.groups = append(x.groups, &coverGroup{vars: vars, nodes: map[string][]*node{}})
	}
	key, _ := valuesKey(e, vars)
	g := x.groups[at]
	g.nodes[key] = append(g.nodes[key], n)
}

// candidates visits the nodes whose values s has, until visit returns false.
func (x *coverIndex) candidates(s State, visit func(*node) bool) {
	e := explicitPart(s)
	for _, g := range x.groups {
		key, ok := valuesKey(e, g.vars)
		if !ok {
			continue
		}
		for _, n := range g.nodes[key] {
			if !visit(n) {
				return
			}
		}
	}
}
