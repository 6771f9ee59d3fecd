package absinttest

import (
	"fmt"
	"strings"

	"cupel/core/program"
)

// State is a reached state.
type State struct {
	Loc *program.Location
	Env Env
}

// Key identifies the state by location and values, in the order of vars.
func (s State) Key(vars []*program.Var) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", s.Loc.ID)
	for _, v := range vars {
		fmt.Fprintf(&b, " %v", s.Env[v.Sym])
	}
	return b.String()
}

// Values returns the values of a variable that Explore tries: for Int a few
// more than any small type has, for an array constant arrays.
func Values(v *program.Var) []any {
	s := v.Sort()
	var out []any
	switch {
	case s.IsBV():
		for i := range int64(1) << s.Width() {
			out = append(out, i)
		}
	case s.IsArray() && s.Elem().IsBV():
		for i := range int64(1) << s.Elem().Width() {
			out = append(out, Array{Rest: i})
		}
	case s.IsArray():
		for i := int64(-5); i <= 8; i++ {
			out = append(out, Array{Rest: i})
		}
	case s.IsInt():
		for i := int64(-20); i <= 20; i++ {
			out = append(out, i)
		}
	}
	return out
}

// Explore returns all states that are reachable from the given initial
// environments at p.Init by executions that pass every OpCheck; false, with
// some of them, when there are more than limit.
func Explore(p *program.Program, initial []Env, limit int) ([]State, bool) {
	seen := map[string]bool{}
	var all []State
	push := func(l *program.Location, env Env) {
		s := State{l, env}
		if k := s.Key(p.Vars); !seen[k] {
			seen[k] = true
			all = append(all, s)
		}
	}
	for _, env := range initial {
		push(p.Init, env)
	}
	for i := 0; i < len(all); i++ {
		if len(all) > limit {
			return all, false
		}
		for _, e := range all[i].Loc.Out {
			for _, env := range Run([]Env{all[i].Env}, e.Ops) {
				push(e.Dst, env)
			}
		}
	}
	return all, true
}

// Run executes operations in a set of environments. An undefined value is a
// failed check.
func Run(envs []Env, ops []program.Op) []Env {
	for i := range ops {
		op := &ops[i]
		var next []Env
		for _, env := range envs {
			switch op.Kind {
			case program.OpAssume, program.OpCheck:
				if c, ok := Eval(op.Expr, env); ok && c.(int64) != 0 {
					next = append(next, env)
				}
			case program.OpAssign:
				if v, ok := Eval(op.Expr, env); ok {
					next = append(next, with(env, op.Var, v))
				}
			case program.OpHavoc:
				for _, v := range Values(op.Var) {
					next = append(next, with(env, op.Var, v))
				}
			case program.OpChoice:
				for _, alt := range op.Alts {
					next = append(next, Run([]Env{env}, alt)...)
				}
			}
		}
		envs = next
	}
	return envs
}

func with(env Env, v *program.Var, val any) Env {
	n := make(Env, len(env))
	for k, x := range env {
		n[k] = x
	}
	n[v.Sym] = val
	return n
}

// Initial returns all environments over p's bit-vector variables.
func Initial(p *program.Program) []Env {
	envs := []Env{{}}
	for _, v := range p.Vars {
		var next []Env
		for _, env := range envs {
			for _, x := range Values(v) {
				next = append(next, with(env, v, x))
			}
		}
		envs = next
	}
	return envs
}
