package verifier

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"cupel/engine"
	"cupel/internal/wholefile"
	"cupel/program/passes"
)

// Verify verifies a task. The error is an *InputError when the input or the
// settings are wrong; limits and unsupported constructs give an UNKNOWN report.
func Verify(ctx context.Context, t *Task, cfg Config, o engine.Observer) (rep *Report, err error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := checkModel(t, &cfg); err != nil {
		return nil, err
	}
	if err := checkTask(t, &cfg); err != nil {
		return nil, err
	}
	rep = newReport(t, cfg)
	defer func() { // an internal fault is UNKNOWN, never a crash
		if r := recover(); r != nil {
			rep.Verdict, rep.Result = "UNKNOWN", "unknown"
			rep.setFault(r)
			if os.Getenv("CUPEL_DEBUG") != "" {
				rep.Warnings = append(rep.Warnings, string(debug.Stack()))
			}
			err = nil
		}
	}()
	whole := ctx
	ctx, stop := limited(ctx, &cfg)
	defer stop()

	s := &setup{task: t, cfg: cfg, report: rep}
	returned := make(chan struct{})
	unwatched := context.AfterFunc(ctx, func() { overstay(ctx, t, cfg, returned) })
	res, err := s.run(ctx, o)
	close(returned)
	unwatched()
	if err != nil {
		var in *InputError
		var unsupported *unsupportedError
		switch {
		case errors.As(err, &unsupported):
			res = engine.Because(engine.Unsupported, "not supported: "+err.Error())
		case errors.As(err, &in):
			return nil, err
		case ctx.Err() != nil:
			res = engine.Because(engine.Stopped, "before the engine started")
		case errors.Is(err, passes.ErrTooLarge):
			res = engine.Because(engine.SizeLimit, err.Error())
		default:
			res = &engine.Result{}
			rep.setFault(err)
		}
	}
	err = nil
	if res.Verdict == engine.True && s.module != nil && len(s.module.AddressUses) > 0 && !s.forAllAddresses(ctx, res, o) {
		res.Verdict = engine.Unknown
		res.Reason = engine.Reason{Kind: engine.Addresses,
			Text: fmt.Sprintf("proven, but only for one choice of the addresses of objects, which matter at %s", s.module.AddressUses[0])}
	}
	rep.Stats = res.Stats
	s.explainSummaries()
	rep.Verdict = res.Verdict.String()
	s.credit(res)
	switch res.Verdict {
	case engine.True:
		rep.Result = "true"
		if s.ran {
			err = s.explainExecuted(whole, res)
		} else {
			if s.module != nil {
				s.assumeBehaviour(whole)
			}
			err = s.explainProof(whole, res)
		}
	case engine.False:
		if s.execution == nil { // an engine that does not ask for confirmation
			rep.Verdict, rep.DecidedBy = engine.Unknown.String(), ""
			rep.because(engine.Reason{Kind: engine.Unconfirmed, Text: "the counterexample was not replayed on the program"})
			break
		}
		rep.Result = "false(unreach-call)"
		s.assumeAddresses()
		err = s.explainError(whole)
	default:
		if rep.fault {
			break
		}
		if d := s.doomed; d != nil {
			rep.Warnings = append(rep.Warnings, fmt.Sprintf("every execution has undefined behaviour, whatever the inputs: %s: %s", d.pos, d.note))
		}
		switch {
		case whole.Err() != nil: // the user's wish, whatever it looks like to a solver
			rep.because(limit(whole))
		default:
			rep.because(stopped(ctx, res.Reason))
		}
	}
	return rep, err
}

// credit names what found a verdict.
func (s *setup) credit(res *engine.Result) {
	r := s.report
	switch r.DecidedBy = res.By; {
	case res.Verdict == engine.Unknown:
		r.DecidedBy = ""
	case r.DecidedBy == "":
		r.DecidedBy = s.cfg.Engine
		if s.cfg.takesTurns() && s.encoding != s.cfg.encodings()[0] {
			r.DecidedBy += " on " + s.encoding + " blocks"
		}
		if s.relied != nil {
			r.DecidedBy += " with summaries of functions"
		}
	}
}

// checkTask finds, before any work, what would make it worthless.
func checkTask(t *Task, cfg *Config) error {
	if p := t.Property; p != nil && cfg.Entry != p.Entry && cfg.Entry != DefaultConfig().Entry {
		return &InputError{Msg: fmt.Sprintf("--entry: the property starts the program in %s, not in %s; change one of them", p.Entry, cfg.Entry)}
	}
	return CheckOutputs(t, cfg)
}

// setFault makes the reason a fault of this program.
func (r *Report) setFault(what any) {
	r.fault = true
	r.because(engine.Reason{Kind: engine.Fault, Text: fmt.Sprintf("internal error: %v; please report this with the input", what)})
}

func newReport(t *Task, cfg Config) *Report {
	r := &Report{Verdict: "UNKNOWN", Result: "unknown", Program: t.File, Property: t.PropertyText(),
		DataModel: cfg.DataModel.String(), Engine: cfg.Engine, Settings: cfg.settings()}
	if IsModel(t.File) {
		r.DataModel = "control-flow automaton"
	}
	return r
}

// Grace is what a run may take beyond its limits: solvers are interrupted, but
// libz3 does not always notice.
const Grace = 1500 * time.Millisecond

// overstay calls cfg.Overdue when the search goes on although its context has
// ended.
func overstay(ctx context.Context, t *Task, cfg Config, returned <-chan struct{}) {
	if cfg.Overdue == nil {
		return
	}
	select {
	case <-returned:
	case <-time.After(Grace):
		cfg.Overdue(Overdue(t, cfg, limit(ctx)))
	}
}

// Overdue is the report of a run that does not stop at a limit.
func Overdue(t *Task, cfg Config, limit engine.Reason) *Report {
	r := newReport(t, cfg)
	r.because(engine.Reason{Kind: limit.Kind, Text: limit.Text + "; a phase did not stop in time"})
	return r
}

// Unread is the report of a run that met a limit while its task was read from file.
func Unread(file string, cfg Config, limit engine.Reason) *Report {
	r := newReport(&Task{File: file}, cfg)
	r.because(engine.Reason{Kind: limit.Kind, Text: limit.Text + " while the task was read"})
	return r
}

// firstRecursionBound is the bound tried first when the user gives none;
// each further attempt multiplies it.
const (
	firstRecursionBound  = 10
	recursionBoundFactor = 5
)

// proofTime bounds the search for a proof that can be checked, of a program that
// is known to be safe.
const proofTime = time.Minute

// run reads the input and verifies, a C program first by running it.
func (s *setup) run(ctx context.Context, o engine.Observer) (*engine.Result, error) {
	if err := s.tools(); err != nil {
		return nil, err
	}
	if IsModel(s.task.File) {
		if err := s.readModel(); err != nil {
			return nil, err
		}
		return s.search(ctx, o)
	}
	if err := s.lowerSource(ctx); err != nil {
		return nil, err
	}
	if s.cfg.NoRun {
		return s.decide(ctx, o)
	}
	run := s.concrete(ctx)
	switch {
	case run == nil:
	case run.Verdict == engine.False || !s.wantsProof():
		s.ran = true
		return run, nil
	default: // for a proof that says more
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, proofTime)
		defer cancel()
	}
	res, err := s.decide(ctx, o)
	if run != nil && (err != nil || res.Verdict == engine.Unknown) {
		s.ran = true
		return run, nil
	}
	return res, err
}

// decide verifies a C program with the engine, with growing recursion bounds until
// recursion beyond the bound is no longer what keeps the verdict open.
func (s *setup) decide(ctx context.Context, o engine.Observer) (*engine.Result, error) {
	if res, err := s.recursion(ctx, o); res != nil || err != nil {
		return res, err
	}
	if s.cfg.RecursionBound > 0 {
		return s.attempt(ctx, s.cfg.RecursionBound, o)
	}
	var last *engine.Result
	for bound := firstRecursionBound; ; bound *= recursionBoundFactor {
		res, err := s.attempt(ctx, bound, o)
		if last != nil && (err != nil || ctx.Err() != nil && res.Verdict == engine.Unknown) {
			return last, nil // the larger program is out of reach: report the cut
		}
		if err != nil || res.Verdict != engine.Unknown || res.Reason.Kind != engine.Recursion {
			return res, err
		}
		if last != nil && last.Reason == res.Reason {
			return res, nil // the size limit keeps the bound where it is
		}
		last = res
	}
}

// attempt inlines to a recursion bound and searches.
func (s *setup) attempt(ctx context.Context, bound int, o engine.Observer) (*engine.Result, error) {
	if err := s.inline(bound); err != nil {
		return nil, err
	}
	return s.search(ctx, o)
}

// search prepares the program and runs the engine.
func (s *setup) search(ctx context.Context, o engine.Observer) (*engine.Result, error) {
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	encodings := s.cfg.encodings()
	if s.cfg.takesTurns() {
		return s.alternate(ctx, encodings, o)
	}
	last := len(encodings) - 1
	s.graphLimit = graphLimit
	for _, enc := range encodings[:last] {
		if res, err := s.searchBlocks(ctx, enc, o); err != nil || res.Reason.Kind != engine.SizeLimit {
			return res, err
		}
	}
	s.graphLimit = 0
	return s.searchBlocks(ctx, encodings[last], o)
}

// graphLimit is the number of nodes of an abstract reachability graph, for each
// location, from which on the next encoding is tried.
const graphLimit = 100

// searchBlocks runs the engine on the program in the blocks of an encoding.
func (s *setup) searchBlocks(ctx context.Context, encoding string, o engine.Observer) (*engine.Result, error) {
	if err := s.encode(ctx, encoding); err != nil {
		return nil, err
	}
	if s.safe {
		return s.proved(), nil
	}
	start := time.Now()
	defer func() { s.report.time("engine", start) }()
	res, err := s.engine(ctx, nil, o)
	if err == nil && s.graph != nil {
		s.unwritten("--arg", wholefile.Write(s.cfg.ARG, s.graph.WriteDOT))
	}
	return res, err
}

// engine runs the engine on the prepared program; pause is that of its tools.
func (s *setup) engine(ctx context.Context, pause func(work int) bool, o engine.Observer) (*engine.Result, error) {
	info, err := engineByName(s.cfg.Engine)
	if err != nil {
		return nil, err
	}
	e, err := info.make(s)
	if err != nil {
		return nil, err
	}
	return e.Verify(ctx, s.problem(pause), o)
}

// Effective lists every choice that the engine of c makes use of with its
// value, the defaults included, as cupel verify --config prints them.
func (c *Config) Effective() [][2]string {
	out := [][2]string{{"engine", c.Engine}, {"arithmetic", string(c.Arithmetic)}, {"encoding", c.encodingText()}, {"interpolation", c.Interpolation},
		{"recursion", c.Recursion}, {"invariants", c.Invariants}}
	for _, enc := range c.encodings() {
		if n := c.blockLimit(enc); n > 0 {
			out = append(out, [2]string{"block-size", strconv.Itoa(n)})
		}
	}
	switch c.Engine {
	case "cegar":
		for _, choice := range c.CEGAR.Effective() {
			if choice[0] != "encoding" {
				out = append(out, choice)
			}
		}
	case "traceabs":
		out = append(out, c.Traceabs.Effective()...)
	case "symexecia":
		out = append(out, [2]string{"threshold", strconv.Itoa(c.Threshold)}, [2]string{"predicates", c.Predicates},
			[2]string{"cover", c.Cover}, [2]string{"order", c.Order})
	case "symex":
		out = append(out, [2]string{"order", c.Order})
	case "gps":
		out = append(out, [2]string{"cover", c.Cover}, [2]string{"no-gas", strconv.FormatBool(c.NoGas)}, [2]string{"no-summaries", strconv.FormatBool(c.NoSummaries)}, [2]string{"iteration", c.Iteration})
	case "gpslite":
		out = append(out, [2]string{"no-gas", strconv.FormatBool(c.NoGas)}, [2]string{"no-summaries", strconv.FormatBool(c.NoSummaries)}, [2]string{"iteration", c.Iteration})
	case "cra":
		out = append(out, [2]string{"no-summaries", strconv.FormatBool(c.NoSummaries)}, [2]string{"iteration", c.Iteration})
	}
	return out
}

// settings lists what differs from the defaults.
func (c *Config) settings() []string {
	d := DefaultConfig()
	var out []string
	add := func(name, got, def string) {
		if got != def {
			out = append(out, name+" "+got)
		}
	}
	add("threshold", strconv.Itoa(c.Threshold), strconv.Itoa(d.Threshold))
	add("predicates", c.Predicates, d.Predicates)
	add("cover", c.Cover, d.Cover)
	add("order", c.Order, d.Order)
	add("interpolation", c.Interpolation, d.Interpolation)
	add("arithmetic", string(c.Arithmetic), string(d.Arithmetic))
	add("encoding", c.Encoding, d.Encoding)
	add("block-size", strconv.Itoa(c.BlockSize), strconv.Itoa(d.BlockSize))
	add("iteration", c.Iteration, d.Iteration)
	add("invariants", c.Invariants, d.Invariants)
	add("recursion", c.Recursion, d.Recursion)
	var now, was [][2]string
	switch c.Engine {
	case "cegar":
		now, was = c.CEGAR.Effective(), d.CEGAR.Effective()
	case "traceabs":
		now, was = c.Traceabs.Effective(), d.Traceabs.Effective()
	}
	for i, choice := range now {
		if choice[0] != "encoding" {
			add(choice[0], choice[1], was[i][1])
		}
	}
	if c.SignedWrap {
		out = append(out, "signed overflow wraps")
	}
	if c.SystemHeaders {
		out = append(out, "the host's headers")
	}
	if c.MallocMayFail {
		out = append(out, "malloc may fail")
	}
	return out
}

// oneLine keeps a reason on the line of the verdict.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}
