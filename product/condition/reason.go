package condition

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"cupel/core/smt"
	"cupel/core/work"
	"cupel/engine"
	"cupel/product/condition/ctext"
	"cupel/verifier"
)

// errRaced: a refiner was ended by the success of another one.
var errRaced = errors.New("another refiner was faster")

// reasonOf says in words why a computation in ctx has failed.
func reasonOf(ctx context.Context, err error) engine.Reason {
	var missing *exec.Error
	var undecided *smt.UnknownError
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errRaced):
		return engine.Reason{Kind: engine.Stopped, Text: errRaced.Error()}
	case ctx.Err() != nil:
		return verifier.Met(ctx)
	case err == nil:
		return engine.Reason{}
	case errors.Is(err, context.DeadlineExceeded):
		return engine.Reason{Kind: engine.TimeLimit, Text: "time limit"}
	case errors.Is(err, context.Canceled):
		return engine.Reason{Kind: engine.Stopped, Text: "interrupted"}
	case errors.Is(err, work.ErrSpent):
		return engine.Reason{Kind: engine.WorkLimit, Text: work.ErrSpent.Error()}
	case errors.Is(err, smt.ErrLimit):
		return engine.Reason{Kind: engine.SizeLimit, Text: fmt.Sprintf("more than %d combinations of atoms", maxCubes)}
	case errors.As(err, &undecided):
		return engine.Reason{Kind: engine.Undecided, Text: "the solver gives up: " + undecided.Reason}
	case errors.Is(err, ctext.ErrTooLarge):
		return engine.Reason{Kind: engine.SizeLimit, Text: "it is too large for C"}
	case errors.As(err, &missing):
		return engine.Reason{Kind: engine.Unsupported, Text: missing.Name + " is not installed"}
	}
	return engine.Reason{Kind: engine.Unsupported, Text: plain(err)}
}

// plain is the text of an error without the packages it came through.
func plain(err error) string {
	text := err.Error()
	for _, p := range []string{"smt", "z3", "smtlib", "simplify", "ctext", "concolic", "bmc"} {
		text = strings.ReplaceAll(text, p+": ", "")
	}
	return text
}

// noText says why a condition has no text in C.
func noText(err error) string {
	if errors.Is(err, ctext.ErrUnsupported) {
		return "it has values or operations that C expressions do not have"
	}
	return reasonOf(context.Background(), err).Text
}
