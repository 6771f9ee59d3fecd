package suite

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"

	"cupel/engine"
	"cupel/product/bench"
)

// The verdicts, which are categories, too.
const (
	Precise = "PRECISE"
	Partial = "PARTIAL" // some failing inputs were found, others may fail
	Nothing = "NOTHING" // no failing input was found, and it was not proven that there is none
	Wrong   = "WRONG"   // an execution or the expected verdict contradicts the condition
	Failed  = "ERROR"
)

// Details are what the tables need of a report.
type Details struct {
	Iterations int            `json:"iterations"`
	Searches   int            `json:"searches"`
	Before     int            `json:"size_before"`
	Size       int            `json:"size"`
	Safe       bool           `json:"safe,omitempty"`  // the condition is false
	Limit      string         `json:"limit,omitempty"` // kind of the limit that was met
	Refiners   map[string]int `json:"refiners,omitempty"`
	Inside     Count          `json:"inside,omitzero"`
	Outside    Count          `json:"outside,omitzero"`
	// CompiledInside and CompiledOutside are of the compiled program.
	CompiledInside  Count `json:"compiled_inside,omitzero"`
	CompiledOutside Count `json:"compiled_outside,omitzero"`
	Contradicted    bool  `json:"contradicted,omitempty"` // an execution contradicts the condition
}

// Count are samples that were executed.
type Count struct {
	Runs     int `json:"runs"`
	Agree    int `json:"agree"`
	Contrary int `json:"contradict"`
}

func (c *Count) add(d Count) {
	c.Runs, c.Agree, c.Contrary = c.Runs+d.Runs, c.Agree+d.Agree, c.Contrary+d.Contrary
}

// report is the part of the output of cupel condition that is read.
type report struct {
	Status     string            `json:"status"`
	Reason     string            `json:"reason"`
	Kind       engine.ReasonKind `json:"reason_kind"`
	Condition  string            `json:"condition"`
	Before     int               `json:"size_before"`
	Size       int               `json:"size"`
	Iterations []struct{}        `json:"iterations"`
	Searches   int               `json:"searches"`
	Refiners   map[string]int    `json:"refiners"`
	DecidedBy  string            `json:"proof_by"`
	Samples    *struct {
		Inside   Count `json:"inside"`
		Outside  Count `json:"outside"`
		Compiled *struct {
			Inside  Count `json:"inside"`
			Outside Count `json:"outside"`
		} `json:"compiled"`
	} `json:"samples"`
}

// Tool is cupel condition as a command that package bench runs. So many samples are run in the compiled program, too, also where
// a preset has none; 0: those that the configuration says, in the interpreter.
func Tool(compiled int) *bench.Tool {
	t := &bench.Tool{Name: "condition", Read: read, Categorize: categorize}
	if compiled > 0 {
		t.Name += fmt.Sprintf(",compiled=%d", compiled)
	}
	t.Arguments = func(o bench.Options) []string {
		args := []string{"condition", "--format", "json", "--timeout", o.Wall().String(), "--memory", strconv.Itoa(o.MemoryMB)}
		if o.CPU {
			args = append(args, "--cpu-time", o.Time.String())
		}
		if compiled > 0 {
			args = append(args, "--run-compiled", "--samples", strconv.Itoa(compiled))
		}
		return args
	}
	return t
}

// exitCodes are those of the states of a condition.
var exitCodes = map[string]int{"precise": 0, "partial": 2}

func read(r *bench.Run, stdout []byte, _ string, exit int) bool {
	var rep report
	if json.Unmarshal(stdout, &rep) != nil {
		return false
	}
	if code, known := exitCodes[rep.Status]; !known || code != exit {
		return false
	}
	d := Details{Iterations: len(rep.Iterations), Searches: rep.Searches, Before: rep.Before, Size: rep.Size, Safe: rep.Condition == "0", Refiners: rep.Refiners}
	if s := rep.Samples; s != nil {
		d.Inside, d.Outside = s.Inside, s.Outside
		if c := s.Compiled; c != nil {
			d.CompiledInside, d.CompiledOutside = c.Inside, c.Outside
		}
	}
	// A precise condition that an execution contradicts was made partial for this reason.
	contrary := d.Inside.Contrary + d.Outside.Contrary + d.CompiledInside.Contrary + d.CompiledOutside.Contrary
	d.Contradicted = rep.Kind == engine.Fault && contrary > 0
	switch rep.Kind {
	case engine.TimeLimit, engine.CPULimit, engine.MemoryLimit:
		d.Limit = string(rep.Kind)
	}
	switch {
	case rep.Kind == engine.Fault && !d.Contradicted:
		r.Verdict, r.Fault = Failed, true
	case rep.Status == "precise":
		r.Verdict = Precise
	case d.Safe:
		r.Verdict = Nothing
	default:
		r.Verdict = Partial
	}
	r.Reason, r.DecidedBy = rep.Reason, rep.DecidedBy
	var err error
	r.Details, err = json.Marshal(d)
	return err == nil
}

// details are those of a run; without a report: none.
func details(r *bench.Run) (d Details) {
	d = bench.DetailsOf[Details](r)
	switch r.Verdict { // killed
	case "TIMEOUT":
		d.Limit = string(engine.TimeLimit)
	case "MEMORY":
		d.Limit = string(engine.MemoryLimit)
	}
	return d
}

// categorize compares a condition with the expected verdict: where it is true no input fails, otherwise some do.
func categorize(r *bench.Run, t bench.Task) string {
	expected := cmp.Or(map[string]string{"TRUE": "true", "FALSE": "false"}[t.Disputed], t.Expected)
	d := details(r)
	found := (r.Verdict == Precise || r.Verdict == Partial) && !d.Safe
	switch {
	case d.Contradicted, found && expected == "true", r.Verdict == Precise && d.Safe && expected == "false":
		return Wrong
	case r.Verdict == Precise, r.Verdict == Partial, r.Verdict == Failed:
		return r.Verdict
	}
	return Nothing
}
