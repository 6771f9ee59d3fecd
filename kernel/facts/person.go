package facts

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/cexpr"
	"cupel/core/program/passes"
	"cupel/core/program/predicate"
)

// lines reads facts written by a user: `FILE:LINE: expression` each, FILE: optional; # starts a comment.
func (r *reader) lines() error {
	offset := 0
	for _, line := range strings.SplitAfter(string(r.data), "\n") {
		start := offset
		offset += len(line)
		text, _, _ := strings.Cut(line, "#")
		if strings.TrimSpace(text) == "" {
			continue
		}
		at := func(col int) program.Pos { return r.at(int64(start + col)) }
		head, expr, ok := strings.Cut(text, ": ")
		file, number := "", strings.TrimSpace(head)
		if i := strings.LastIndex(number, ":"); i >= 0 {
			file, number = number[:i], number[i+1:]
		}
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if !ok || err != nil {
			return &Error{at(0), "expected FILE:LINE: expression, or a file that cupel verify --facts-out or --witness wrote"}
		}
		if err := r.person(at(len(head)+2), program.Pos{File: file, Line: n}, "", expr); err != nil {
			return err
		}
	}
	return nil
}

// witness reads the invariants of a YAML witness in block style, one key and scalar per line.
func (r *reader) witness() error {
	var at program.Pos // of the current invariant
	var function, expr string
	var pos program.Pos // of expr
	some := false
	flush := func() error {
		if expr == "" {
			return nil
		}
		err := r.person(pos, at, function, expr)
		at, function, expr = program.Pos{}, "", ""
		return err
	}
	offset := 0
	for _, line := range strings.SplitAfter(string(r.data), "\n") {
		start := offset
		offset += len(line)
		text := strings.TrimLeft(line, " -")
		col := len(line) - len(text)
		key, value, ok := strings.Cut(text, ":")
		if !ok {
			continue
		}
		here := r.at(int64(start + col))
		scalar, err := unquote(strings.TrimSpace(value))
		if err != nil {
			return &Error{here, err.Error()}
		}
		switch strings.TrimSpace(key) {
		case "entry_type":
			some = some || scalar == "invariant_set"
		case "invariant":
			if err := flush(); err != nil {
				return err
			}
		case "file_name":
			at.File = scalar
		case "line":
			if at.Line, err = strconv.Atoi(scalar); err != nil {
				return &Error{here, fmt.Sprintf("%.40q is no line", scalar)}
			}
		case "function":
			function = scalar
		case "value":
			expr = scalar
			pos = r.at(int64(start + col + len(key) + 1 + len(value) - len(strings.TrimLeft(value, " \"'"))))
		case "format":
			if scalar != "c_expression" {
				return &Error{here, fmt.Sprintf("the format of the invariant is %.40q, expected c_expression", scalar)}
			}
		}
	}
	if !some {
		return &Error{program.Pos{File: r.file, Line: 1, Col: 1}, "expected a witness with an invariant_set"}
	}
	return flush()
}

// unquote decodes a YAML scalar.
func unquote(s string) (string, error) {
	switch {
	case strings.HasPrefix(s, "\""):
		t, err := strconv.Unquote(s)
		if err != nil {
			return "", errors.New("expected a string in quotes on one line")
		}
		return t, nil
	case strings.HasPrefix(s, "'"):
		if len(s) < 2 || !strings.HasSuffix(s, "'") {
			return "", errors.New("expected a string in quotes on one line")
		}
		return strings.ReplaceAll(s[1:len(s)-1], "''", "'"), nil
	case strings.HasPrefix(s, "|") || strings.HasPrefix(s, ">"):
		return "", errors.New("a scalar of several lines is not read; write it on one")
	}
	return s, nil
}

// person publishes a claim about the loops at a line, or if there are none about the statements that begin
// there; function, if given, restricts the locations.
func (r *reader) person(pos, at program.Pos, function, expr string) error {
	if len(expr) > maxExpression {
		return &Error{pos, "the expression is too long"}
	}
	if r.names == nil {
		r.names = namesOf(r.b.p)
	}
	var loops, points []*program.Location
	for _, l := range r.b.p.Locs {
		here := func(p program.Pos) bool {
			return p.Line == at.Line && (at.File == "" || filepath.Base(at.File) == filepath.Base(p.File))
		}
		switch {
		case function != "" && function != l.Func:
		case l.LoopPos.IsValid() && here(l.LoopPos):
			loops = append(loops, l)
		case l.Pos.IsValid() && here(l.Pos) && l != r.b.p.Init:
			points = append(points, l)
		}
	}
	if len(loops) == 0 {
		loops = points
	}
	if len(loops) == 0 {
		return &Error{pos, fmt.Sprintf("the program has no loop and no statement at line %d that is reached", at.Line)}
	}
	for _, l := range loops {
		read := r.names.parse
		if quantifiedLine(expr) {
			read = r.names.forall
		}
		ts, err := read(l, expr)
		var bad *predicate.Error
		if errors.As(err, &bad) {
			return &Error{program.Pos{File: pos.File, Line: pos.Line, Col: pos.Col + bad.Offset}, bad.Msg}
		} else if err != nil {
			return &Error{pos, err.Error()}
		}
		for _, t := range ts {
			if quantifies(t) && r.b.aboutAll(t) == nil {
				return &Error{pos, "the line speaks of something that is no number; say it of numbers and of elements of arrays"}
			}
			r.b.Publish("user", Claimed, l, t)
		}
	}
	return nil
}

// names resolves and parses C expressions over the integer values of the program's variables.
type names struct {
	p       *program.Program // over integers: has a twin for each bit-vector variable
	twin    map[*program.Var]*program.Var
	vars    []*program.Var // of the program
	live    *passes.Liveness
	machine *intlower.Machine
	edges   []*program.Edge
	objects []*program.Object
}

func namesOf(p *program.Program) *names {
	q := &program.Program{Terms: p.Terms, Model: p.Model, Lowered: true}
	n := &names{p: q, twin: map[*program.Var]*program.Var{}, vars: p.Vars, live: passes.Live(p), edges: p.Edges, objects: p.Objects}
	for _, v := range p.Vars {
		w := v
		if v.Sort().IsBV() {
			c := *v
			c.Sym, c.Origin = intlower.Symbol(p.Terms, v), v
			w = &c
		}
		n.twin[v] = w
		q.Vars = append(q.Vars, w)
	}
	q.VarOf(nil)
	n.machine = intlower.NewMachine(q)
	return n
}

// visible maps C names in scope at a location to variables.
func (n *names) visible(l *program.Location) map[string]*program.Var {
	vars := map[string]*program.Var{}
	better := map[string]int{}
	for _, v := range n.vars {
		grade := 1 // a global
		if v.Func != "" {
			grade = 3
		}
		if v.CName == "" || v.Func != "" && v.Func != l.Func {
			continue
		}
		if n.live.Has(l, v) { // among the copies of an inlined function the active one
			grade++
		}
		if grade > better[v.CName] {
			better[v.CName], vars[v.CName] = grade, n.twin[v]
		}
	}
	for _, v := range n.vars {
		if vars[v.Name] == nil {
			vars[v.Name] = n.twin[v]
		}
		if name, ok := strings.CutPrefix(v.Name, l.Func+"::"); ok && vars[name] == nil { // arrays of structs, and variables with addresses
			vars[name] = n.twin[v]
		}
	}
	return vars
}

// parse reads an expression with C semantics; where arithmetic could overflow also over unbounded integers.
func (n *names) parse(l *program.Location, expr string) ([]*logic.Term, error) {
	vars := n.visible(l)
	t, err := cexpr.Parse(n.p, vars, strings.TrimSpace(expr))
	if err != nil {
		t, err = predicate.Parse(n.p.Terms, expr, func(name string) *program.Var { return vars[name] })
	}
	if err != nil {
		return nil, err
	}
	if t = n.machine.Formula(t); t == nil {
		return nil, errors.New("the expression has no meaning in machine arithmetic: an integer may become too large")
	}
	return []*logic.Term{t}, nil
}
