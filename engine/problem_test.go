package engine_test

import (
	"context"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/engine"
)

// TestReasons: the reason derived from a cut, and the text of the reason of an interrupted search.
func TestReasons(t *testing.T) {
	p := &program.Program{Terms: logic.NewFactory()}
	deep, other := p.NewLocation("f", program.Pos{}), p.NewLocation("f", program.Pos{})
	deep.Cut, deep.CutByRecursion = "recursion deeper than 10 calls of f", true
	other.Cut = "unsupported: asm"
	for _, c := range []struct {
		got  engine.Reason
		kind engine.ReasonKind
		text string
	}{
		{engine.CutReason(deep), engine.Recursion, deep.Cut},
		{engine.CutReason(other), engine.ModelEnds, other.Cut},
		{engine.Because(engine.Stopped, "after 3 refinements").Reason, engine.Stopped, "interrupted after 3 refinements"},
		{engine.Because(engine.Stopped, "").Reason, engine.Stopped, "interrupted"},
	} {
		if c.got.Kind != c.kind || c.got.String() != c.text || c.got.None() {
			t.Errorf("%+v (%s), want %s, %s", c.got, c.got, c.kind, c.text)
		}
	}
	if r := (engine.Reason{}); !r.None() {
		t.Error("there is a reason without a kind")
	}
}

// TestConfirm: without a replay a counterexample is taken as it is.
func TestConfirm(t *testing.T) {
	var tools engine.Tools
	if !tools.Replayed(context.Background(), nil).OK() {
		t.Error("refused without being asked")
	}
	tools.Confirm = func(context.Context, *program.Counterexample) engine.Replay {
		return engine.Replay{Kind: engine.Undefined}
	}
	if tools.Replayed(context.Background(), nil).OK() {
		t.Error("undefined behaviour confirms an error")
	}
}
