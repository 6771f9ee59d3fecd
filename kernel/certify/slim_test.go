package certify

import (
	"context"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt/z3"
)

// TestSlim: claims that a proof does not need are removed, and the rest is a proof.
func TestSlim(t *testing.T) {
	ctx := context.Background()
	p, head, x, n := loop(1, 100)
	f := p.Terms
	proof, err := New(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	need := []*logic.Term{f.Le(x, n), f.Le(n, f.IntConst(100))}
	proof.Facts(map[*program.Location]*logic.Term{head: f.And(append(need, f.Le(f.IntConst(0), x), f.Le(f.IntConst(-7), n))...)})
	slim, err := proof.Slim(ctx, z3.Open)
	if err != nil {
		t.Fatal(err)
	}
	if got := slim.At(head); got != f.And(need...) {
		t.Errorf("%s is left", got)
	}
	if err := slim.Check(ctx, second(t)); err != nil {
		t.Error(err)
	}
	if proof.At(head) == slim.At(head) {
		t.Error("the proof itself has changed")
	}
	proof.Facts(map[*program.Location]*logic.Term{head: need[0]})
	if _, err := proof.Slim(ctx, z3.Open); err == nil {
		t.Error("what is no proof became one")
	}
}
