package page

import (
	"cupel/product/bench"
	"cupel/product/campaign"
)

// class is what came out of a run, compared with what was expected.
type class uint8

const (
	open class = iota // not done
	correctTrue
	correctFalse
	wrongTrue
	wrongFalse
	otherTrue // nothing is expected, or it is disputed
	otherFalse
	unknown
	timeout
	memory
	failed  // a mistake in the input
	givenUp // after several attempts
	classes
)

// names are those of columns and of rows.
var names = [classes]string{"not done", "correct TRUE", "correct FALSE", "wrong TRUE", "wrong FALSE", "TRUE, not judged", "FALSE, not judged", "unknown", "timeout", "memory", "error", "given up"}

func (c class) String() string { return names[c] }

func (c class) wrong() bool { return c == wrongTrue || c == wrongFalse }

// decided are the verdicts TRUE and FALSE of runs.
type decided uint8

const (
	sayTrue decided = 1 << iota
	sayFalse
)

func (d decided) contradicts() bool { return d == sayTrue|sayFalse }

// decision is the verdict of a run; 0: neither TRUE nor FALSE.
func (c class) decision() decided {
	switch c {
	case correctTrue, wrongTrue, otherTrue:
		return sayTrue
	case correctFalse, wrongFalse, otherFalse:
		return sayFalse
	}
	return 0
}

// classify compares what came out with what was expected.
func classify(d campaign.Done, t *task) class {
	if d.Failure != "" {
		return givenUp
	}
	switch bench.Categorize(d.Verdict, bench.Task{Expected: t.expected, Disputed: t.disputed}) {
	case bench.CorrectTrue:
		return correctTrue
	case bench.CorrectFalse:
		return correctFalse
	case bench.WrongTrue:
		return wrongTrue
	case bench.WrongFalse:
		return wrongFalse
	}
	switch d.Verdict {
	case "TRUE":
		return otherTrue
	case "FALSE":
		return otherFalse
	case "TIMEOUT":
		return timeout
	case "MEMORY":
		return memory
	case "ERROR":
		return failed
	}
	return unknown
}
