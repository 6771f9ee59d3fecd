package programtest

import (
	"fmt"
	"strconv"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
)

// Text reads a program, one declaration or edge in a line:
//
//	i n : int
//	S -> H; input n; i := 0
//	H -> H; assume (< i n); i := (+ i 1)
//	H -> error; assume (not (< i n))
//
// Sorts are bool, int, cells (an array of integers over integers) and bv3 for three bits; terms are those of SMT-LIB. Operations are assume, check,
// input, havoc and :=. It starts where the first edge does; a location whose name begins with cut is an end of the model. Edges are
// as they are written, other than those of package cfa. A fault of the text is a panic.
func Text(text string) *program.Program {
	r := &reader{p: &program.Program{Terms: logic.NewFactory(), Model: program.LP64, Lowered: true}, vars: map[string]*program.Var{}, locs: map[string]*program.Location{}}
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if err := r.line(line, program.Pos{File: "text", Line: i + 1}); err != nil {
			panic(fmt.Sprintf("programtest: %q: %v", line, err))
		}
	}
	r.p.Error = r.location("error")
	program.MarkLoopHeads(r.p)
	if err := program.SanityProgram(r.p); err != nil {
		panic(err)
	}
	return r.p
}

// reader reads a text.
type reader struct {
	p      *program.Program
	vars   map[string]*program.Var
	locs   map[string]*program.Location
	terms  *logic.Parser
	inputs int
}

func (r *reader) line(line string, pos program.Pos) error {
	if names, sort, ok := strings.Cut(line, " : "); ok {
		return r.declare(strings.Fields(names), sort)
	}
	parts := strings.Split(line, ";")
	src, dst, ok := strings.Cut(parts[0], "->")
	if !ok {
		return fmt.Errorf("neither a declaration nor an edge")
	}
	if r.terms == nil {
		var symbols []*logic.Term
		for _, v := range r.p.Vars {
			symbols = append(symbols, v.Sym)
		}
		r.terms = logic.NewParser(r.p.Terms, symbols...)
	}
	var ops []program.Op
	for _, part := range parts[1:] {
		op, err := r.operation(strings.TrimSpace(part))
		if err != nil {
			return err
		}
		op.Pos = pos
		ops = append(ops, op)
	}
	from := r.location(strings.TrimSpace(src))
	if r.p.Init == nil {
		r.p.Init = from
	}
	r.p.NewEdge(from, r.location(strings.TrimSpace(dst)), ops...).Pos = pos
	return nil
}

func (r *reader) declare(names []string, sort string) error {
	s := map[string]*logic.Sort{"bool": logic.Bool, "int": logic.Int, "cells": logic.ArraySort(logic.Int, logic.Int)}[sort]
	if s == nil {
		width, err := strconv.Atoi(strings.TrimPrefix(sort, "bv"))
		if err != nil {
			return err
		}
		s, r.p.Lowered = logic.BVSort(width), false
	}
	for _, name := range names {
		r.vars[name] = r.p.NewVar(name, s)
	}
	return nil
}

func (r *reader) location(name string) *program.Location {
	l := r.locs[name]
	if l == nil {
		l = r.p.NewLocation("main", program.Pos{File: name, Line: 1})
		if strings.HasPrefix(name, "cut") {
			l.Cut = name
		}
		r.locs[name] = l
	}
	return l
}

func (r *reader) operation(text string) (program.Op, error) {
	word, rest, _ := strings.Cut(text, " ")
	v := r.vars[word]
	if v != nil {
		rest = strings.TrimPrefix(rest, ":= ")
	} else if word == "input" || word == "havoc" {
		if v = r.vars[rest]; v == nil {
			return program.Op{}, fmt.Errorf("no variable %s", rest)
		}
		if word == "havoc" {
			return program.Havoc(v, nil), nil
		}
		r.inputs++
		return program.Havoc(v, &program.Input{ID: r.inputs, Callee: "input", Sort: v.Sort()}), nil
	}
	t, err := r.terms.Term(rest)
	switch {
	case err != nil:
		return program.Op{}, err
	case v != nil:
		return program.Assign(v, t), nil
	case word == "assume":
		return program.Assume(t), nil
	case word == "check":
		return program.CheckOf(program.OtherCheck, t, "check"), nil
	}
	return program.Op{}, fmt.Errorf("no operation %s", word)
}
