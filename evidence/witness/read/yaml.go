package read

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cupel/core/program"
	"cupel/internal/inputfile"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// yamlReader parses one document. Errors are panics of type *Error, which Parse recovers.
type yamlReader struct {
	path string
	w    *Witness
}

func (r *yamlReader) at(t *token.Token) program.Pos {
	if t == nil || t.Position == nil {
		return program.Pos{File: r.path, Line: 1, Col: 1}
	}
	return program.Pos{File: r.path, Line: max(t.Position.Line, 1), Col: max(t.Position.Column, 1)}
}

func (r *yamlReader) pos(n ast.Node) program.Pos {
	if n == nil {
		return program.Pos{File: r.path, Line: 1, Col: 1}
	}
	t := n.GetToken()
	switch m := n.(type) {
	case *ast.MappingNode:
		if len(m.Values) > 0 && !m.IsFlowStyle {
			t = m.Values[0].Key.GetToken() // not its colon
		}
	case *ast.MappingValueNode:
		t = m.Key.GetToken()
	}
	return r.at(t)
}

func (r *yamlReader) fail(n ast.Node, format string, args ...any) {
	panic(&Error{r.pos(n), fmt.Sprintf(format, args...)})
}

func (r *yamlReader) unsupported(n ast.Node, format string, args ...any) {
	r.w.Unsupported = append(r.w.Unsupported, Remark{r.pos(n), fmt.Sprintf(format, args...)})
}

// tooDeep rejects excessive nesting.
func (r *yamlReader) tooDeep(data []byte) {
	if line, col := inputfile.TooDeep(data, maxNesting); line > 0 {
		panic(&Error{program.Pos{File: r.path, Line: line, Col: col}, "is nested too deep for a witness"})
	}
}

func (r *yamlReader) read(data []byte) *Witness {
	r.w = &Witness{File: r.path}
	r.tooDeep(data)
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		e := &Error{program.Pos{File: r.path, Line: 1, Col: 1}, ""}
		var y yaml.Error
		if errors.As(err, &y) {
			e.Pos, e.Msg = r.at(y.GetToken()), y.GetMessage()
		} else {
			e.Msg, _, _ = strings.Cut(err.Error(), "\n")
		}
		e.Msg = "is no YAML document: " + e.Msg + "; correct its syntax"
		panic(e)
	}
	var entries []ast.Node
	for _, d := range file.Docs {
		if d.Body != nil {
			entries = append(entries, r.list(d.Body, "the document")...)
		}
	}
	var main ast.Node
	for _, e := range entries {
		m := r.mapping(e, "an entry")
		switch kind := r.text(m.must("entry_type")); kind {
		case "violation_sequence", "invariant_set":
			if main != nil {
				r.fail(e, "a second %s: a witness has one violation_sequence or one invariant_set", kind)
			}
			main = e
			r.metadata(m.must("metadata"))
			if content := m.must("content"); kind == "invariant_set" {
				r.invariants(content)
			} else {
				r.violation(content)
			}
		case "ghost_instrumentation":
			r.unsupported(e, "ghost variables")
		default:
			r.fail(m.must("entry_type"), "entry_type %q is none of a witness: violation_sequence or invariant_set", kind)
		}
	}
	if main == nil {
		r.fail(nil, "no violation_sequence and no invariant_set: this is no witness")
	}
	return r.w
}

// yamlMap is a mapping with its node.
type yamlMap struct {
	r    *yamlReader
	node ast.Node
	what string
	of   map[string]ast.Node
}

// value skips tags. Anchors are rejected.
func (r *yamlReader) value(n ast.Node) ast.Node {
	if t, ok := n.(*ast.TagNode); ok {
		n = t.Value
	}
	switch n.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode:
		r.fail(n, "an anchor or alias; write the value")
	}
	return n
}

func (r *yamlReader) mapping(n ast.Node, what string) *yamlMap {
	m := &yamlMap{r: r, node: n, what: what, of: map[string]ast.Node{}}
	var pairs []*ast.MappingValueNode
	switch x := r.value(n).(type) {
	case *ast.MappingNode:
		pairs = x.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{x}
	default:
		r.fail(n, "%s is no mapping", what)
	}
	for _, p := range pairs {
		k := r.text(p.Key)
		if m.of[k] != nil {
			r.fail(p.Key, "a second %s in %s", k, what)
		}
		m.of[k] = p.Value
	}
	return m
}

// get returns the value of a key, or nil.
func (m *yamlMap) get(key string) ast.Node {
	if _, null := m.of[key].(*ast.NullNode); null {
		return nil
	}
	return m.of[key]
}

func (m *yamlMap) must(key string) ast.Node {
	n := m.get(key)
	if n == nil {
		m.r.fail(m.node, "%s has no %s", m.what, key)
	}
	return n
}

// only rejects other keys.
func (m *yamlMap) only(keys ...string) {
	for k, n := range m.of {
		if !slices.Contains(keys, k) {
			m.r.fail(n, "%s has no key %s", m.what, k)
		}
	}
}

// text returns a scalar as written.
func (r *yamlReader) text(n ast.Node) string {
	switch x := r.value(n).(type) {
	case *ast.StringNode:
		return x.Value
	case *ast.LiteralNode:
		return strings.TrimSpace(x.Value.Value)
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return x.GetToken().Value
	}
	r.fail(n, "expected a value")
	return ""
}

// number is a positive integer.
func (r *yamlReader) number(n ast.Node) int {
	k, err := strconv.Atoi(r.text(n))
	if err != nil || k < 1 {
		r.fail(n, "expected a number from 1, got %.40q", r.text(n))
	}
	return k
}

func (r *yamlReader) list(n ast.Node, what string) []ast.Node {
	switch x := r.value(n).(type) {
	case *ast.SequenceNode:
		return x.Values
	case *ast.NullNode:
		return nil
	}
	r.fail(n, "%s is no list", what)
	return nil
}

var versions = []string{"2.0", "2.1", "2.2"}

func (r *yamlReader) metadata(n ast.Node) {
	m := r.mapping(n, "metadata")
	w := r.w
	if w.Version = r.text(m.must("format_version")); !slices.Contains(versions, w.Version) {
		r.fail(m.of["format_version"], "format_version %.20q is not known: %s", w.Version, strings.Join(versions, ", "))
	}
	r.text(m.must("uuid"))
	r.text(m.must("creation_time"))
	p := r.mapping(m.must("producer"), "producer")
	w.Meta.Producer = r.text(p.must("name"))
	if v := p.get("version"); v != nil {
		w.Meta.Producer += " " + r.text(v)
	}
	t := r.mapping(m.must("task"), "task")
	for _, f := range r.list(t.must("input_files"), "input_files") {
		w.Meta.Files = append(w.Meta.Files, r.text(f))
	}
	hashes := t.must("input_file_hashes")
	for f, h := range r.mapping(hashes, "input_file_hashes").of {
		if !slices.Contains(w.Meta.Files, f) {
			r.fail(h, "%.100q is none of input_files", f)
		}
		w.Meta.Hashes = append(w.Meta.Hashes, r.text(h))
	}
	slices.Sort(w.Meta.Hashes)
	w.Meta.Specification = r.text(t.must("specification"))
	switch model := r.text(t.must("data_model")); model {
	case "ILP32":
	case "LP64":
		w.Meta.DataModel = program.LP64
	default:
		r.fail(t.of["data_model"], "data_model %.20q is not known: ILP32 or LP64", model)
	}
	if l := r.text(t.must("language")); l != "C" {
		r.fail(t.of["language"], "language is %.20q; only C is read", l)
	}
	w.Meta.Pos = map[string]program.Pos{"specification": r.pos(t.of["specification"]), "hashes": r.pos(hashes), "model": r.pos(t.of["data_model"])}
}

// since refuses what the witness's version of the format does not have.
func (r *yamlReader) since(version string, n ast.Node, what string) {
	if r.w.Version < version {
		r.fail(n, "%s needs format_version %s, this is %s", what, version, r.w.Version)
	}
}

func (r *yamlReader) place(n ast.Node) Place {
	m := r.mapping(n, "location")
	p := Place{File: r.text(m.must("file_name")), Line: r.number(m.must("line"))}
	if c := m.get("column"); c != nil {
		p.Col = r.number(c)
	}
	if f := m.get("function"); f != nil {
		p.Function = r.text(f)
	}
	return p
}

// expression reads a constraint or invariant in one of the formats that are C.
func (r *yamlReader) expression(m *yamlMap) string {
	if f := m.get("format"); f != nil {
		switch format := r.text(f); format {
		case "c_expression", "ext_c_expression", "acsl_expression", "C":
		default:
			r.fail(f, "format %.40q is not known: c_expression, ext_c_expression or acsl_expression", format)
		}
	}
	v := r.text(m.must("value"))
	if len(v) > maxExpression {
		r.fail(m.of["value"], "the expression is too long")
	}
	return v
}

func (r *yamlReader) invariants(content ast.Node) {
	for i, item := range r.list(content, "content") {
		if i >= maxInvariants {
			r.fail(item, "more than %d invariants", maxInvariants)
		}
		m := r.mapping(item, "an item of content")
		m.only("invariant", "contract")
		n := m.get("invariant")
		if n == nil {
			r.unsupported(m.must("contract"), "contracts of functions")
			continue
		}
		inv := r.mapping(n, "an invariant")
		kind := inv.must("type")
		switch k := r.text(kind); k {
		case "loop_invariant", "location_invariant":
			r.w.Invariants = append(r.w.Invariants, Invariant{Loop: k == "loop_invariant", At: r.place(inv.must("location")), Expr: r.expression(inv),
				Pos: r.pos(inv.of["value"]), Everywhere: true})
		case "loop_transition_invariant", "location_transition_invariant":
			r.since("2.1", kind, k)
			if k == "location_transition_invariant" {
				r.unsupported(kind, "%s", k)
				break
			}
			r.w.Invariants = append(r.w.Invariants, Invariant{Loop: true, Transition: true, At: r.place(inv.must("location")), Expr: r.expression(inv),
				Pos: r.pos(inv.of["value"]), Everywhere: true})
		case "function_contract":
			r.unsupported(kind, "contracts of functions")
		default:
			r.fail(kind, "type %.40q is none of an invariant", k)
		}
	}
}

// violation converts segments to a chain of states.
func (r *yamlReader) violation(content ast.Node) {
	a := &Automaton{}
	segments := r.list(content, "content")
	if len(segments) == 0 {
		r.fail(content, "a violation_sequence needs a segment with the target")
	}
	edges := 0
	for i, s := range segments {
		m := r.mapping(s, "a segment")
		m.only("segment")
		points := r.list(m.must("segment"), "segment")
		var state []Edge
		for k, n := range points {
			if edges++; edges > maxEdges {
				r.fail(n, "more than %d waypoints", maxEdges)
			}
			last := k == len(points)-1
			wm := r.mapping(n, "an item of a segment")
			wm.only("waypoint")
			p := r.mapping(wm.must("waypoint"), "a waypoint")
			e := Edge{Event: r.event(p), To: i + 1}
			if t := p.get("thread_id"); t != nil && r.text(t) != "0" {
				r.unsupported(t, "threads")
			}
			action := r.text(p.must("action"))
			if cycles := action == "cycle"; cycles && last && !a.Endless {
				r.since("2.1", p.of["action"], "the action cycle")
				a.Endless, a.Cycle = true, i
			} else if a.Endless && last && !cycles {
				r.fail(p.of["action"], "a segment that is followed behind one of the cycle")
			}
			switch {
			case action == "cycle" && e.Kind == Target:
				r.fail(p.of["action"], "a target ends an execution, and is in no cycle")
			case action == "cycle" && last:
			case action == "cycle":
				r.fail(p.of["action"], "a waypoint of the cycle ends its segment")
			case action == "avoid" && e.Kind == Target:
				r.fail(p.of["action"], "a target is followed")
			case action == "avoid" && last:
				r.fail(p.of["action"], "the last waypoint of a segment is followed")
			case action == "avoid":
				e.To = Sink
			case action != "follow":
				r.fail(p.of["action"], "action %.20q is not known: follow, avoid or cycle", action)
			case !last:
				r.fail(p.of["action"], "a waypoint that is followed ends its segment")
			}
			if e.Kind == Target {
				if i != len(segments)-1 || !last {
					r.fail(p.node, "a target that is not the last waypoint")
				}
				e.To = Violation
			}
			state = append(state, e)
		}
		if len(state) == 0 {
			r.fail(s, "an empty segment")
		}
		if i == len(segments)-1 && state[len(state)-1].Kind != Target && !a.Endless {
			r.fail(s, "the last waypoint is no target, and belongs to no cycle")
		}
		a.States = append(a.States, state)
	}
	if n := len(a.States) - 1; a.Endless {
		a.States[n][len(a.States[n])-1].To = a.Cycle
	}
	r.w.Automaton = a
}

// event reads the event of a waypoint.
func (r *yamlReader) event(p *yamlMap) Event {
	e := Event{Pos: r.pos(p.node), At: r.place(p.must("location"))}
	kinds := map[string]EventKind{"assumption": Assumption, "branching": Branching, "function_enter": Enter, "function_return": Return, "target": Target}
	var ok bool
	if e.Kind, ok = kinds[r.text(p.must("type"))]; !ok {
		r.fail(p.of["type"], "type %.40q is none of a waypoint", r.text(p.of["type"]))
	}
	switch e.Kind {
	case Assumption, Branching, Return:
		c := r.mapping(p.must("constraint"), "constraint")
		e.Pos = r.pos(c.must("value"))
		if e.Value = r.expression(c); e.Kind != Branching {
			break
		}
		switch e.Value {
		case "true", "false", "default":
		default:
			if _, err := strconv.ParseInt(e.Value, 0, 64); err != nil {
				r.fail(c.of["value"], "%.40q is no outcome of a branch: true, false, a number or default", e.Value)
			}
		}
	}
	return e
}
