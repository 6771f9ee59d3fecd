package evidence

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/engine"
)

// full is a report with a value for every field, except for those whose types are defined in other packages.
func full() *Report {
	r := &Report{
		Verdict: "FALSE", Program: "a.c", More: []string{"b.c"}, Property: unreachable, Result: "false(unreach-call)", DecidedBy: "bmc", DataModel: "LP64",
		Engine: "auto", Settings: []string{"unroll 3", "seed 7"}, Arithmetic: "integers", Goals: []GoalCount{{"call of the error function", 2}, {"overflow", 1}},
		Assumptions: []Assumption{
			{Kind: "memory", Text: "memory never ends"},
			{Kind: "behaviour", Text: assumedAway + ": signed overflow", File: "a.c", Line: 3, Column: 5},
			{Kind: "behaviour", Text: "every execution ends here", File: "a.c", Line: 9, Column: 1, Definite: true},
			{Kind: "addresses", Text: "numbers matter", File: "b.c", Line: 1, Column: 2},
		},
		Warnings: []string{"a.c:1:1: warning: something"},
		Inputs:   []InputValue{{Call: "input", Type: "int", Value: "-1", At: "a.c:4:9"}, {Variable: "x", Type: "(_ BitVec 8)", Value: "3", At: "m.cfa:2:1"}},
		Slots:    []SlotValue{{Source: 1, N: 2, Value: "#x00"}},
		Depends:  []Dependence{{Kind: string(program.Uninitialized), Name: "u", Value: "5", At: "a.c:2:7"}}, DependsExact: true,
		ErrorAt: "a.c:10:3", Goal: "signed overflow", Confirmed: "replayed", Harness: "hit: it fails",
		Proof: "by hand", Invariants: []Invariant{{At: "a.c:5:3", Formula: "i <= n"}, {At: "a.c:7:3", Formula: "j == 0", Copies: "1 of 2"}},
		Witness: "w.yml", Unwritten: []string{"--report: no room"}, Summaries: "summary of a loop\n",
		Portfolio: &Portfolio{Class: "loops", Features: map[string]int{"loops": 2}, Members: []Member{
			{Engine: "bmc", Status: "decided", Work: 10, CPUSeconds: 1.25, Facts: 3},
			{Engine: "cegar", Status: "stopped", Work: 1, Reason: "another one decided", Halts: 1},
			{Engine: "gps", Status: "not started"},
		}},
		Passed: []Passage{{Func: "main", Edge: 4}}, Work: 12, Stats: []engine.Stat{{Name: "depth", Value: "4"}}, Times: []PhaseTime{{"search", 0.5, 3}}, EndedIn: &Phase{Name: "search", About: "2 loop heads"},
		Progress: []Sample{{Seconds: 1, Phase: "search", Steps: 2, Depth: 3, Open: 4, Refinements: 5, Proven: 6}},
	}
	r.certified(&Certificate{Level: LevelSource, Kind: KindSource, Obligations: 2, ProofOf: "gps", Checked: []string{"from a to b"}, Solver: "cvc5", What: "an invariant", Trusted: []string{"C front end", "inlining"}, Explored: true})
	return r
}

// TestReport compares a report with a value for every field, as text in both forms and as JSON, with the golden file: other programs read both.
func TestReport(t *testing.T) {
	r := full()
	var b strings.Builder
	for _, o := range []TextOptions{{}, {Statistics: true}} {
		fmt.Fprintf(&b, "-- text, with statistics: %t\n", o.Statistics)
		if err := r.WriteText(&b, o); err != nil {
			t.Fatal(err)
		}
	}
	r.Because(engine.Reason{Kind: engine.WorkLimit, Text: "two\nlines"})
	if !strings.HasSuffix(text(t, r), "VERDICT: FALSE (two; lines)\n") {
		t.Errorf("the reason is not on the last line of\n%s", text(t, r))
	}
	out, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "-- JSON\n%s\n", out)
	golden(t, "testdata/report.golden", b.String())
}

func text(t *testing.T, r *Report) string {
	t.Helper()
	var b strings.Builder
	if err := r.WriteText(&b, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestLongLists: of many inputs, and of many locations of one kind of undefined behaviour, the first ones are shown with the total number; definite
// undefined behaviour is always shown.
func TestLongLists(t *testing.T) {
	r := &Report{ErrorAt: "a.c:1:1"}
	for i := range maxShown + 2 {
		r.Inputs = append(r.Inputs, InputValue{Call: "f", Value: fmt.Sprint(i), At: "a.c:1:1"})
	}
	for i := range shownPlaces + 3 {
		r.Assumptions = append(r.Assumptions, Assumption{Text: assumedAway + ": division by zero", File: "a.c", Line: i + 1, Column: 1},
			Assumption{Text: "every execution that gets here ends", File: "a.c", Line: i + 1, Column: 2, Definite: true})
	}
	got := text(t, r)
	for want, n := range map[string]int{"f() = ": maxShown, "  ... and 2 more\n": 1, ": division by zero\n": shownPlaces, "division by zero (3 more places)\n": 1, "definite: ": shownPlaces + 3} {
		if strings.Count(got, want) != n {
			t.Errorf("%q is %d times, not %d, in\n%s", want, strings.Count(got, want), n, got)
		}
	}
}

// TestInputsOfErrors: an error without inputs is distinguished from one whose inputs are unknown.
func TestInputsOfErrors(t *testing.T) {
	for _, c := range []struct {
		r    Report
		want string
	}{
		{Report{DependsExact: true}, "with these inputs:\n  (none: every execution reaches it)\nRESULT"},
		{Report{}, "with these inputs:\n  (none)\nRESULT"},
		{Report{Depends: []Dependence{{Kind: "value"}}}, "  (none)\nand it may depend on values that the program does not determine (the execution is too long to follow):\n  an unknown value\nRESULT"},
		{Report{Depends: []Dependence{{Kind: "value"}}, DependsExact: true}, "  (none)\nand it depends on values that the program does not determine:\n  an unknown value\nRESULT"},
		{Report{Inputs: []InputValue{{Call: "f", Value: "1", At: "a.c:2:2"}}, DependsExact: true}, "with these inputs:\n  f() = 1   at a.c:2:2\nRESULT"},
	} {
		c.r.ErrorAt = "a.c:1:1"
		if got := text(t, &c.r); !strings.Contains(got, c.want) {
			t.Errorf("no %q in\n%s", c.want, got)
		}
	}
}

// TestExitCode: the exit code for every verdict and kind of reason, on which scripts rely.
func TestExitCode(t *testing.T) {
	for _, c := range []struct {
		verdict, kind string
		want          int
	}{
		{"TRUE", "", 0}, {"FALSE", "", 1}, {"UNKNOWN", string(engine.TimeLimit), 2}, {"UNKNOWN", string(engine.Fault), 4}, {"", "", 2},
	} {
		if got := (&Report{Verdict: c.verdict, ReasonKind: c.kind}).ExitCode(); got != c.want {
			t.Errorf("%s, %s: %d, not %d", c.verdict, c.kind, got, c.want)
		}
	}
}

// TestWithdrawn: a TRUE without the certificate that it needs, or that another engine contradicts, is none; no other verdict changes.
func TestWithdrawn(t *testing.T) {
	holds := &Certificate{Level: LevelSource, Obligations: 1}
	for name, c := range map[string]struct {
		cert    *Certificate
		demand  bool
		want    string // of the verdict
		because string
	}{
		"certified":              {holds, true, "TRUE", ""},
		"not demanded":           {uncertified("cvc5", "no claims"), false, "TRUE", ""},
		"no certificate":         {nil, true, "UNKNOWN", "proven, but not certified"},
		"one that does not hold": {uncertified("cvc5", "no claims"), true, "UNKNOWN", "proven, but not certified: no claims"},
		"without a question":     {&Certificate{Level: LevelSource}, true, "UNKNOWN", "proven, but not certified"},
		"contradicted":           {&Certificate{Level: LevelNone, contradicted: "a proves it, b does not"}, false, "UNKNOWN", "internal error: a proves it, b does not; please report this with the input"},
	} {
		r := &Report{Verdict: "TRUE", Result: "true", DecidedBy: "a", Certificate: c.cert}
		r.requireCertified(Options{RequireCertified: c.demand})
		r.contradicted()
		if r.Verdict != c.want || r.Reason != c.because || (r.Result == "true") != (c.want == "TRUE") || (r.DecidedBy == "a") != (c.want == "TRUE") {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestCertificates: the texts of certificates, and the levels of their kinds.
func TestCertificates(t *testing.T) {
	for kind, want := range map[string]string{KindSource: LevelSource, KindGraph: LevelSource, KindIntegers: LevelLowered, KindNone: LevelNone, "": LevelNone} {
		if got := level(kind); got != want {
			t.Errorf("%s: %s, not %s", kind, got, want)
		}
	}
	for want, c := range map[string]*Certificate{
		"no: why not": uncertified("cvc5", "why not"),
		"source, 1 obligation, cvc5; trusted: a, b": {Level: LevelSource, Obligations: 1, Solver: "cvc5", Trusted: []string{"a", "b"}},
		"lowered, 3 obligations, z3; trusted: a":    {Level: LevelLowered, Obligations: 3, Solver: "z3", Trusted: []string{"a"}},
		"no: ":                                      {Level: LevelSource, Obligations: 0},
	} {
		if got := c.String(); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
	for want, c := range map[string]*Case{
		"C front end, inlining": {Stages: Stages{Module: &program.Module{}}},
		"C front end, inlining, construction of the complement program":   {Stages: Stages{Module: &program.Module{}, Reduced: []string{"construction of the complement program"}}},
		"C front end, inlining, shape analysis, for blocks that are lost": {Stages: Stages{Module: &program.Module{}, Shapes: true}},
		"reader of the model": {},
	} {
		if got := strings.Join(explaining(c, nil).trusted(), ", "); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// TestDependences: each kind of unknown value has a description of its own.
func TestDependences(t *testing.T) {
	for _, c := range []struct {
		kind program.UnknownKind
		want string
	}{
		{program.Uninitialized, "x, which is not initialised: 1   at a.c:2:3"},
		{program.Padding, "padding of x: 1   at a.c:2:3"},
		{program.Undefined, "x, which is declared but not defined: 1   at a.c:2:3"},
		{program.Bodiless, "x, a function without a body: 1   at a.c:2:3"},
		{program.Argument, "x, an argument: 1   at a.c:2:3"},
		{program.LibraryValue, "x, a library function: 1   at a.c:2:3"},
		{program.NoResult, "the result of x, which ends without one: 1   at a.c:2:3"},
		{program.Parameter, "x, a parameter: 1   at a.c:2:3"},
		{program.Global, "x, a global variable: 1   at a.c:2:3"},
		{program.Symbolic, "x, a symbolic object: 1   at a.c:2:3"},
		{program.Contents, "contents of x: 1   at a.c:2:3"},
		{unknownMemory, "memory of x, read before it is written: 1   at a.c:2:3"},
		{unknownValue, "x, an unknown value: 1   at a.c:2:3"},
	} {
		if got := (Dependence{string(c.kind), "x", "1", "a.c:2:3"}).String(); got != c.want {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
}

// TestDescribe: values of one source are listed together, the first ones only; the order of evaluation is not a value, and memory cells are named by
// their objects.
func TestDescribe(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Model: program.ILP32, Objects: []*program.Object{
		{Name: "buffer", Size: 8, Base: f.BV(0x100, 32), Func: "read"}, {Name: "global", Size: 4, Base: f.BV(0x200, 32)}, {Name: "main#argv", Size: 4, Base: f.BV(0x300, 32)}}}
	v, heap := p.NewVar("v", logic.BVSort(8)), p.NewVar("heap", logic.ArraySort(logic.BVSort(32), logic.BVSort(8)))
	v.CName = "v"
	unknown := &program.Op{Unknown: &program.Unknown{Kind: program.Bodiless, Name: "f", Pos: program.Pos{File: "a.c", Line: 1, Col: 1}}}
	var deps []interp.Dependence
	for i := range maxValues + 2 {
		deps = append(deps, interp.Dependence{Op: unknown, Var: v, Value: f.BVInt(int64(i), 8)})
	}
	deps = append(deps, interp.Dependence{Op: &program.Op{Note: program.OrderNote}, Var: v, Value: f.BV(1, 8)})
	for _, at := range []uint64{0x107, 0x108, 0x201, 0x300} {
		deps = append(deps, interp.Dependence{Var: heap, Cell: f.BV(at, 32), Value: f.BV(255, 8)})
	}
	deps = append(deps, interp.Dependence{Var: v, Value: f.BV(255, 8)})
	var got []string
	for _, d := range explaining(&Case{Stages: Stages{Original: p}}, nil).describe(deps) {
		got = append(got, d.String())
	}
	want := []string{
		"f, a function without a body: 0, 1, 2, 3, ... (6 values)   at a.c:1:1",
		"memory of buffer of read, read before it is written: 255", "memory of an allocated object, read before it is written: 255",
		"memory of global, read before it is written: 255", "memory of argv, read before it is written: 255", "v, which is not initialised: 255",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestResultClaim: the claim of a witness about an input's value is valid C, or omitted.
func TestResultClaim(t *testing.T) {
	f := logic.NewFactory()
	single := func(x float32) *logic.Term { return f.FloatBits(logic.Float32, big.NewInt(int64(math.Float32bits(x)))) }
	double := func(x float64) *logic.Term {
		return f.FloatBits(logic.Float64, new(big.Int).SetUint64(math.Float64bits(x)))
	}
	for _, c := range []struct {
		value  *logic.Term
		signed bool
		want   string // "": nothing can be said
	}{
		{f.BV(255, 8), true, "== -1"},
		{f.BV(255, 8), false, "== 255"},
		{f.BV(1<<63, 64), true, "== -9223372036854775808"},
		{single(1.5), true, "== 0x1.8p+00f"},
		{double(-0.1), true, "== -0x1.999999999999ap-04"},
		{double(math.Copysign(0, -1)), true, "== -0x0p+00"},
		{single(float32(math.Inf(1))), true, "> 0x1.fffffep+127f"},
		{single(float32(math.Inf(-1))), true, "< -0x1.fffffep+127f"},
		{double(math.Inf(1)), true, "> 0x1.fffffffffffffp+1023"},
		{double(math.Inf(-1)), true, "< -0x1.fffffffffffffp+1023"},
		{single(float32(math.NaN())), true, ""},
		{double(math.NaN()), true, ""},
	} {
		got, ok := resultClaim(c.value, c.signed)
		if ok != (c.want != "") || got != c.want {
			t.Errorf("%s: %q %t, not %q", c.value, got, ok, c.want)
		}
	}
}

// TestJournal: phases of the same name are merged, and notes are written to a report and read back.
func TestJournal(t *testing.T) {
	r := &Report{Times: []PhaseTime{{"search", 1, 2}}}
	var j Journal
	j.Take(r, "bmc")
	j.Begin("search", "")()
	j.Begin("search", "")()
	j.Warn("careful")
	j.Assume(program.AboutBehaviour, "none", program.Pos{File: "a.c", Line: 1, Col: 2}, true)
	j.FailedOutput("--witness", nil)
	j.FailedOutput("--harness", fmt.Errorf("no room"))
	j.Into(r)
	if len(r.Times) != 2 || r.Times[0] != (PhaseTime{"bmc: search", 1, 2}) || r.Times[1].Phase != "search" {
		t.Error(r.Times)
	}
	if !slices.Equal(r.Warnings, []string{"careful"}) || !slices.Equal(r.Unwritten, []string{"--harness: no room"}) {
		t.Error(r.Warnings, r.Unwritten)
	}
	if want := (Assumption{Kind: string(program.AboutBehaviour), Text: "none", File: "a.c", Line: 1, Column: 2, Definite: true}); len(r.Assumptions) != 1 || r.Assumptions[0] != want {
		t.Error(r.Assumptions)
	}
}

// TestJournalPhases: the phase in which a limit was met, and the one under way.
func TestJournalPhases(t *testing.T) {
	var j Journal
	over := false
	j.Follow(func() bool { return over }, nil)
	outer := j.Begin("search", "1")
	j.Begin("merging", "")()
	if j.MetIn() != nil || j.Running() == nil || j.Running().String() != "search (1)" {
		t.Errorf("before the limit: %v, %v", j.MetIn(), j.Running())
	}
	inner := j.Begin("refiner", "2")
	over = true
	inner()
	outer()
	late := j.Begin("samples", "")
	r := &Report{}
	j.Into(r)
	j.Ended(r)
	if last := r.Times[len(r.Times)-1]; last.Phase != "samples" || r.EndedIn == nil || r.EndedIn.Name != "refiner" {
		t.Errorf("%v, ended in %v", r.Times, r.EndedIn)
	}
	late()
	if met := j.MetIn(); met == nil || met.String() != "refiner (2)" || j.Running() != nil {
		t.Errorf("%v, %v", met, j.Running())
	}
}

// TestPassages: an edge is identified by its number among those of its function, or of the automaton before all passes.
func TestPassages(t *testing.T) {
	p := &program.Program{Terms: logic.NewFactory()}
	var locs []*program.Location
	for range 3 {
		locs = append(locs, p.NewLocation("", program.Pos{}))
	}
	a, b, c := p.NewEdge(locs[0], locs[1]), p.NewEdge(locs[0], locs[2]), p.NewEdge(locs[1], locs[2])
	passed := map[*program.Edge]bool{a: true, c: true}
	if got, want := Passages(nil, passed), []Passage{{"", a.ID}, {"", c.ID}}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	m := &program.Module{Funcs: []*program.Func{{Name: "f", Locs: locs[1:]}, {Name: "g", Locs: locs[:1]}}}
	if got, want := Passages(m, passed), []Passage{{"f", 0}, {"g", 0}}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	if got, want := Passages(m, map[*program.Edge]bool{b: true}), []Passage{{"g", 1}}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// TestWarnings: a warning of several places is told once, with the first of them and their number.
func TestWarnings(t *testing.T) {
	r := &Report{Warnings: []string{"a.c:1:2: warning: x", "plain", "a\n.c:3:4: warning: y", "a.c:5:6: warning: x", "b.c:1:1: warning: x"}}
	if got := text(t, r); !strings.Contains(got, "\nwarning: a.c:1:2: warning: x (3 places)\nwarning: plain\nwarning: a\\n.c:3:4: warning: y\n") || strings.Contains(got, "5:6") {
		t.Error(got)
	}
}

// TestChosen: what a caller chooses for a function is an input; what the program does not determine is none.
func TestChosen(t *testing.T) {
	r := &Report{ErrorAt: "a.c:1:1", DependsExact: true, Depends: []Dependence{{Kind: "parameter", Name: "n", Value: "4"}, {Kind: "uninitialized variable", Name: "u", Value: "1"}}}
	if got := text(t, r); !strings.Contains(got, "with these inputs:\n  n, a parameter: 4\nand it depends on values that the program does not determine:\n  u, which is not initialised: 1\n") {
		t.Error(got)
	}
	r.Depends = r.Depends[1:]
	if got := text(t, r); !strings.Contains(got, "with these inputs:\n  (none)\nand it depends") {
		t.Error(got)
	}
	r = &Report{ErrorAt: "a.c:1:1", Inputs: []InputValue{{Call: "f", Value: "97", Shown: "'a'", At: "a.c:1:2"}}}
	if got := text(t, r); !strings.Contains(got, "  f() = 97 ('a')   at a.c:1:2\n") {
		t.Error(got)
	}
}
