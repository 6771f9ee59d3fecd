package canceled_test

import (
	"testing"

	"cupel/core/work"
	"cupel/tests/canceled"
)

func TestAt(t *testing.T) {
	ctx, late := canceled.At(t, 10)
	work.Spend(ctx, 9)
	if ctx.Err() != nil || late() != 0 {
		t.Errorf("%v after 9 of 10 units, %d beyond", ctx.Err(), late())
	}
	work.Spend(ctx, 3)
	if ctx.Err() == nil || work.Spent(ctx) || late() != 2 {
		t.Errorf("%v after 12 of 10 units, %d beyond", ctx.Err(), late())
	}
	if ctx, _ := canceled.At(t, 0); ctx.Err() == nil {
		t.Error("not canceled from the start")
	}
}
