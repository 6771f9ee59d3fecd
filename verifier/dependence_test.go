package verifier

import (
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
)

// TestRelevant: only havocs count after which the path depends on their value.
func TestRelevant(t *testing.T) {
	f := logic.NewFactory()
	v := func(name string) *program.Var {
		return &program.Var{Name: name, Sym: f.Var(name, logic.BVSort(8))}
	}
	x, y, z := v("x"), v("y"), v("z")
	havoc := func(v *program.Var) program.Op { return program.Op{Kind: program.OpHavoc, Var: v, Note: "f_" + v.Name} }
	assign := func(v, w *program.Var) program.Op {
		return program.Op{Kind: program.OpAssign, Var: v, Expr: f.BVOp(logic.OpBVAdd, w.Sym, f.BV(1, 8))}
	}
	assume := func(v *program.Var) program.Op {
		return program.Op{Kind: program.OpAssume, Expr: f.ULt(v.Sym, f.BV(3, 8))}
	}
	access := func(v *program.Var) program.Op {
		return program.Op{Kind: program.OpAccess, Expr: f.BV(1, 8), Size: v.Sym}
	}
	tests := []struct {
		name string
		ops  []program.Op
		want string
	}{
		{"unused", []program.Op{havoc(x), assume(y)}, ""},
		{"used", []program.Op{havoc(x), assume(x)}, "f_x"},
		{"used before", []program.Op{assume(x), havoc(x)}, ""},
		{"through assignments", []program.Op{havoc(x), assign(y, x), assign(z, y), assume(z)}, "f_x"},
		{"overwritten", []program.Op{havoc(x), assign(y, x), assign(y, z), assume(y)}, ""},
		{"by itself", []program.Op{havoc(x), assign(x, x), assume(x)}, "f_x"},
		{"havocked again", []program.Op{havoc(x), {Kind: program.OpHavoc, Var: x}, assume(x)}, ""},
		{"an access", []program.Op{havoc(y), access(y)}, "f_y"},
		{"a check", []program.Op{havoc(y), {Kind: program.OpCheck, Expr: f.ULt(y.Sym, x.Sym)}}, "f_y"},
		{"an alternative", []program.Op{{Kind: program.OpChoice, Alts: [][]program.Op{{havoc(y)}, {assume(x)}}}}, "f_y"},
		{"an alternative's assignment", []program.Op{havoc(z), {Kind: program.OpChoice, Alts: [][]program.Op{{assign(x, z)}, {}}}, assume(x)}, "f_z"},
	}
	for _, tt := range tests {
		path := []*program.Edge{{Ops: tt.ops}}
		if got := unknownResult(path, relevant(path)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		var single []*program.Edge
		for i := range tt.ops {
			single = append(single, &program.Edge{Ops: tt.ops[i : i+1]})
		}
		if got := unknownResult(single, relevant(single)); got != tt.want {
			t.Errorf("%s, an edge each: %q, want %q", tt.name, got, tt.want)
		}
	}
}
