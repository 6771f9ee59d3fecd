package witness

import (
	"strings"

	"cupel/core/program"
	"cupel/core/program/passes"
)

// Scope determines which variables C can name at a location: those in scope under a name that no other
// declaration hides.
type Scope struct {
	original *program.Program
	own      map[*program.Var]bool // variables of the original program
	static   map[*program.Var]bool // static locals, in scope in some part of their function
	owners   map[string][]owner    // by identifier
	order    map[string]int        // of the functions, by name
	live     *passes.Liveness
}

// owner is a declaration of an identifier, visible in one function or in all.
type owner struct {
	fn    string
	cname string
	root  any
}

// NewScope collects the names of a program inlined from m.
func NewScope(m *program.Module, original *program.Program) *Scope {
	s := &Scope{original: original, own: map[*program.Var]bool{}, static: map[*program.Var]bool{}, owners: map[string][]owner{}, order: map[string]int{}, live: passes.Live(original)}
	for _, fn := range m.Funcs {
		s.order[fn.Name] = fn.Order
	}
	for _, v := range m.Globals {
		if v.Func != "" {
			s.static[v] = true
		}
	}
	for _, v := range original.Vars {
		s.own[v] = true
		if v.CName != "" {
			s.declare(identifier(v.CName), owner{v.Func, v.CName, v.Root()})
		}
	}
	for _, o := range original.Objects { // variables whose address is taken
		name := o.Name[strings.LastIndex(o.Name, ":")+1:]
		name, _, _ = strings.Cut(strings.TrimPrefix(name, "&"), "#")
		s.declare(name, owner{fn: o.Func, root: o})
	}
	return s
}

func (s *Scope) declare(id string, o owner) { s.owners[id] = append(s.owners[id], o) }

// identifier is the declared name in an expression such as s.f.
func identifier(cname string) string {
	id, _, _ := strings.Cut(cname, ".")
	return id
}

// Name returns the C expression for v at a location of the original program, or
// "" when there is none: no name, a scope that may end before the location or begin
// behind it, or another declaration of the same name that may hide it.
func (s *Scope) Name(at *program.Location, v *program.Var) string {
	for v != nil && !s.own[v] {
		v = v.Origin
	}
	// Dead variables may be out of scope: a block's variable starts undefined.
	if v == nil || v.CName == "" || v.Func != "" && v.Func != at.Func || !s.live.Has(at, v) {
		return ""
	}
	root := v.Root()
	if s.static[root] || v.Func == "" && s.order[at.Func] < root.Order { // declared behind the function
		return ""
	}
	for _, o := range s.owners[identifier(v.CName)] {
		visible := o.fn == "" || o.fn == at.Func
		sibling := o.cname != v.CName && strings.Contains(o.cname, ".") && strings.Contains(v.CName, ".")
		if visible && o.root != any(root) && !sibling {
			return ""
		}
	}
	return v.CName
}
