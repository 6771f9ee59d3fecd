package condition

import (
	"context"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/product/condition/ctext"
)

// TestNamesOfTexts: texts of one factory may give the same names to what has other types.
func TestNamesOfTexts(t *testing.T) {
	f := logic.NewFactory()
	w := logic.BVSort(32)
	a, b, c := f.Var("a", w), f.Var("b", w), f.Var("c", w)
	sum := f.BVOp(logic.OpBVAdd, f.BVOp(logic.OpBVMul, a, b), c)
	less := f.And(f.SLt(a, b), f.SLt(b, c))
	for _, tt := range []struct {
		term *logic.Term
		want string
	}{
		{f.And(f.Eq(less, f.Eq(a, c)), f.Ite(less, f.Eq(b, c), f.Eq(a, b))), "const _Bool c1 = "},
		{f.Or(f.Eq(sum, a), f.SLt(sum, b)), " c1 = "},
	} {
		x := newTexts(context.Background(), f, program.ILP32, nil)
		for i, v := range []*logic.Term{a, b, c} {
			x.operands[v] = ctext.Operand{Name: v.Name(), Type: "int", Signed: true, Order: i}
		}
		text, err := x.shared(tt.term)
		x.close()
		if err != nil || !strings.Contains(strings.Join(text.Definitions, "\n"), tt.want) {
			t.Errorf("%v: %v, %v", tt.term, text, err)
		}
	}
}
