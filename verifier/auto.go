package verifier

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/evidence"
	"cupel/internal/inputfile"
	"cupel/verifier/portfolio"
)

// Auto is the name of the engine that runs others: the phases before an engine are the same as for any; where they do not decide, workers verify the
// task, each with an engine of its own, in the order of a table for programs of its kind.
const Auto = "auto"

const (
	jobsChoice  = "jobs"
	tableChoice = "portfolio"
	aloneChoice = "alone"
	turnsChoice = "turns"
)

// How turns are measured.
const (
	byTime = "time"
	byWork = "work"
)

func portfolioInfo() *engine.Info {
	return &engine.Info{
		Name: Auto,
		Doc:  "several engines by turns, each in a process of its own, chosen by what the program looks like",
		Choices: []engine.Choice{
			{Name: jobsChoice, Kind: engine.Number, Default: "1", Help: "workers at a time; 0: as many as there are processors"},
			engine.OneOf(turnsChoice, "what ends a worker's turn: processor time, of which each engine has its share, or work, by the table's steps: with that and one worker a run repeats itself", byTime, byWork),
			{Name: tableChoice, Kind: engine.InputFile, Help: "`FILE` that says which engines come when, in place of the table built in"},
			{Name: aloneChoice, Kind: engine.Switch, Help: "the engines do not tell each other what they find out"},
		},
		Plan: func(engine.Values) engine.Plan { return engine.Plan{Encodings: []string{engine.Sbe}} },
		New:  func(engine.Values) engine.Engine { return leaver{} },
	}
}

// leaver is the engine of the process that asks the workers.
type leaver struct{}

// Name returns "auto".
func (leaver) Name() string { return Auto }

// Verify leaves the problem to others.
func (leaver) Verify(context.Context, engine.Problem, engine.Observer) (*engine.Result, error) {
	return engine.Because(engine.LeftToOthers, "left to others"), nil
}

// leftOpen reports whether the workers are to be asked.
func (a *answer) leftOpen() bool {
	return a.result.Verdict == engine.Unknown && (a.result.Reason.Kind == engine.LeftToOthers || a.result.Reason.Kind == engine.Addresses)
}

// workerJob is the job of a worker, as its parent process writes it: the task, the settings with an engine other than
// Auto, and the facts known by then.
type workerJob struct {
	Task     *Task
	Config   Config
	Facts    [][]byte  `json:",omitempty"` // see Run
	Alone    bool      // it neither tells nor hears what others find out
	Analysis *handover `json:",omitempty"`
	Sliced   bool      // see membership
}

// Serve does the job of a worker.
func Serve(ctx context.Context, job json.RawMessage, l *portfolio.Link) portfolio.Answer {
	var w workerJob
	if err := json.Unmarshal(job, &w); err != nil {
		return portfolio.Answer{Failed: err}
	}
	run := Run{Facts: w.Facts, member: membership{link: l, unshared: w.Alone, analysis: w.Analysis, sliced: w.Sliced}}
	rep, err := run.Verify(ctx, w.Task, w.Config)
	if err != nil {
		return portfolio.Answer{Failed: err}
	}
	return portfolio.Answer{Report: rep, Reason: rep.Reason}
}

// unwanted tells the portfolio, if this is a worker, that there is an answer, and waits until it is
// taken; true: it is not.
func (a *answer) unwanted(rep *Report) bool {
	l := a.setup().run.member.link
	if l == nil || a.result.Verdict == engine.Unknown || a.result.Verdict == engine.False && a.proven == nil {
		return false
	}
	r := *rep
	r.Result = strings.ToLower(r.Verdict)
	if a.result.Verdict == engine.False {
		r.Result = "false(" + string(a.violated()) + ")"
	}
	return !l.Settle(r)
}

// askWorkers lets a portfolio decide.
func (u *setup) askWorkers(whole, ctx context.Context, a *answer, rep *Report, o engine.Observer) error {
	defer u.journal.Begin("workers", "")()
	known := features(a)
	table, err := u.table()
	if err != nil {
		return err
	}
	class := table.For(known)
	byShares := u.run.Worker != nil && u.choices[turnsChoice] == byTime // only processes can be suspended at any time
	names := class.Engines()
	if byShares {
		names = hedged(class, known)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !u.cfg.asks(name) })
	opt := portfolio.Options{Alone: u.choices.Is(aloneChoice), Begin: beginning * work.ProcessorTime(), Jobs: jobs(u.choices), Start: portfolio.Local(Serve), Progress: func(name string, turn portfolio.TimeSlice) {
		phase := fmt.Sprintf("%s, %s of work", name, amount(turn.Until))
		if turn.Time > 0 {
			phase = fmt.Sprintf("%s, to %.1f s of processor time", name, turn.Time.Seconds())
		}
		u.journal.About(phase)
		o.Progress(engine.Progress{Phase: phase})
	}}
	if u.run.Worker != nil {
		opt.Start = portfolio.Process(u.run.Worker...)
	}
	var first []portfolio.TimeSlice
	for _, s := range class.Steps {
		if !u.cfg.asks(s.Engine) {
			continue
		}
		first = append(first, portfolio.TimeSlice{Member: slices.Index(names, s.Engine), Until: s.Until})
	}
	opt.Schedule = portfolio.Rounds(len(names), first)
	last := map[string]engine.Progress{}
	if byShares {
		opt.Shares = shareOut(names, class, a.earlySearches(), last)
	}
	analysis := a.handOver()
	for _, name := range names {
		m, err := u.newMember(name, slices.Contains(names, onBlocks), analysis)
		if err != nil {
			return err
		}
		opt.Members = append(opt.Members, m)
	}
	opt.Limit = func(cpu time.Duration) error {
		if u.cfg.CPUTime > 0 && work.ProcessorTime()+cpu > u.cfg.CPUTime {
			return errCPU
		}
		return nil
	}
	opt.Left = func(cpu time.Duration) time.Duration { return u.left(ctx, cpu) }
	if u.cfg.MemoryMB > 0 {
		opt.MemoryMB = max(u.cfg.MemoryMB-residentMB(), leastMemoryMB)
	}
	var found [][]byte
	opt.Found = func(_ string, facts json.RawMessage) {
		if u.keepsFacts() {
			found = append(found, facts)
		}
	}
	opt.Told = func(name string, text json.RawMessage) {
		var p engine.Progress
		if json.Unmarshal(text, &p) == nil {
			last[name] = p
			p.Phase = name + ", " + p.Phase
			o.Progress(p)
		}
	}
	opt.Settled = func(_ string, text json.RawMessage) {
		var r Report
		if u.run.Settled != nil && !u.cfg.RequireCertified && json.Unmarshal(text, &r) == nil {
			r.Engine, r.Settings = rep.Engine, rep.Settings
			u.run.Settled(&r)
		}
	}
	if u.cfg.RequireCertified {
		opt.Accept = func(text json.RawMessage) bool {
			var r Report
			return json.Unmarshal(text, &r) == nil && (r.Verdict != engine.Unknown.String() || engine.ReasonKind(r.ReasonKind).Final())
		}
	}
	out, err := portfolio.Run(ctx, whole, opt)
	if err != nil {
		return &InputError{Msg: err.Error()}
	}
	u.keep(found)
	for i, m := range out.Members {
		if p, ok := last[m.Name]; ok && m.Reason == "" && m.Status != portfolio.Won {
			out.Members[i].Reason = "so far: " + said(p)
		}
	}
	return u.outcome(whole, ctx, a, out, rep, class, known)
}

// readOnce keeps the text of a pipe, for the workers.
func (u *setup) readOnce() error {
	t := u.task
	info, err := os.Stat(t.File)
	if u.engine.Name != Auto || err != nil || info.Mode().IsRegular() || t.Text != nil {
		return nil
	}
	copied := *t
	if copied.Text, err = inputfile.Read(t.File, inputfile.Code); err != nil {
		return &InputError{Pos: program.Pos{File: t.File}, Msg: "cannot be read: " + cause(err)}
	}
	u.task = &copied
	return nil
}

// newMember is an engine, or a technique, with this task; apart: blocks that join branches have a member of their own.
func (u *setup) newMember(name string, apart bool, analysis *handover) (portfolio.Member, error) {
	cfg := u.cfg
	facts := u.run.Facts
	cfg.askFor(name)
	if name == earlyEngine && apart {
		cfg.Choose(engine.Encoding, engine.Sbe)
	}
	cfg.NoRun = true
	cfg.FactsOut, cfg.CPUProfile, cfg.Queries = "", "", ""
	if info, err := engineByName(cfg.Engine); err == nil && info.Unaided && cfg.Invariants == InvariantsRelational {
		cfg.Invariants = InvariantsIntervals
	}
	if cfg.MemoryMB > 0 && u.run.Worker != nil { // goroutines share the memory of this process
		cfg.MemoryMB = max(cfg.MemoryMB-residentMB(), leastMemoryMB)
	}
	if u.facts.board != nil && !u.choices.Is(aloneChoice) { // the facts of the array segmentation
		known, err := u.facts.board.Since(0)
		if err != nil {
			return portfolio.Member{}, err
		}
		if known != nil {
			facts = append(slices.Clip(facts), known)
		}
	}
	text, err := json.Marshal(workerJob{Task: u.task, Config: cfg, Facts: facts, Alone: u.choices.Is(aloneChoice) && !u.keepsFacts(), Analysis: analysis, Sliced: u.hasEarly()})
	return portfolio.Member{Name: name, Job: text}, err
}

// keep writes the workers' facts to the file of facts.
func (u *setup) keep(found [][]byte) {
	switch {
	case !u.keepsFacts():
		return
	case u.facts.board == nil:
		u.tellNoFacts()
		return
	}
	for _, f := range found {
		if _, err := u.facts.board.Read("what the workers found", f); err != nil {
			u.journal.Warn(err.Error())
		}
	}
	u.tellFacts(u.facts.board)
}

// outcome makes a report of a portfolio's result.
func (u *setup) outcome(whole, ctx context.Context, a *answer, out *portfolio.Outcome, rep *Report, class *portfolio.Class, known map[string]int) error {
	rep.Portfolio = &evidence.Portfolio{Class: class.Name, Features: known}
	for _, m := range out.Members {
		rep.Portfolio.Members = append(rep.Portfolio.Members, evidence.Member{Engine: m.Name, Status: string(m.Status),
			Work: m.Spent, CPUSeconds: m.CPU.Seconds(), Facts: m.Facts, Halts: m.Halts, Reason: m.Reason})
	}
	if out.Winner == "" {
		if out.Limit != nil {
			u.journal.Met()
		}
		a.result.Reason = why(ctx, out)
		return a.report(whole, ctx, rep)
	}
	own := *rep
	if err := json.Unmarshal(out.Report, rep); err != nil {
		return err
	}
	rep.Engine, rep.Settings, rep.Portfolio = own.Engine, own.Settings, own.Portfolio
	// The worker has read the task again, and noted what there is to note about it.
	u.journal.Take(rep, out.Winner)
	if out.Incomplete != "" {
		u.journal.Warn("the evidence is not complete: " + out.Incomplete)
		if rep.Verdict == engine.True.String() && u.cfg.RequireCertified {
			rep.Verdict, rep.Result, rep.DecidedBy = engine.Unknown.String(), "unknown", ""
			rep.Because(engine.Reason{Kind: engine.Uncertified, Text: "proven, but not certified: " + out.Incomplete})
		}
	}
	return nil
}

// said is how far a search came.
func said(p engine.Progress) string {
	text := p.Phase
	for _, n := range []struct {
		name  string
		value int
	}{{"steps", p.Iterations}, {"refinements", p.Refinements}, {"open", p.Frontier}, {"deep", p.Depth}} {
		if n.value > 0 {
			text += fmt.Sprintf(", %d %s", n.value, n.name)
		}
	}
	return text
}

// why is the reason of a portfolio that has no answer.
func why(ctx context.Context, out *portfolio.Outcome) engine.Reason {
	switch {
	case errors.Is(out.Limit, errCPU):
		return engine.Reason{Kind: engine.CPULimit, Text: errCPU.Error()}
	case out.Limit != nil:
		return Met(ctx)
	}
	reason := engine.Reason{Text: "the table has no engine for this program"}
	by := map[string][]string{} // engines by their results
	var said []string
	for _, m := range out.Members {
		var r Report
		if json.Unmarshal(m.Report, &r) == nil && reason.None() {
			reason.Kind = engine.ReasonKind(r.ReasonKind)
		}
		text := m.Reason
		if m.Status == portfolio.Crowded && reason.None() {
			reason.Kind = engine.MemoryLimit
		}
		if m.Status != portfolio.Ended {
			text = strings.TrimSuffix(string(m.Status)+": "+m.Reason, ": ")
		}
		if by[text] == nil {
			said = append(said, text)
		}
		by[text] = append(by[text], m.Name)
	}
	switch {
	case len(said) == 0:
		reason.Kind = engine.NoProgress
		return reason
	case reason.None():
		reason.Kind = engine.Fault // not one has come to an end
	}
	if reason.Text = said[0]; len(said) > 1 {
		for i, text := range said {
			said[i] = strings.Join(by[text], ", ") + ": " + text
		}
		reason.Text = strings.Join(said, "; ")
	}
	return reason
}

// jobs is the number of workers at a time.
func jobs(v engine.Values) int {
	if n := v.Int(jobsChoice); n > 0 {
		return n
	}
	return runtime.NumCPU()
}

// linked is an observer that is asked at times when facts can be exchanged with others.
func (u *setup) linked(o engine.Observer) engine.Observer {
	if u.facts.link == nil {
		return o
	}
	return &exchanging{Observer: o, pool: u.facts}
}

// exchanging is the observer of a worker.
type exchanging struct {
	engine.Observer
	pool *factPool
	last engine.Progress // of which others were told
}

// grown reports whether a count is larger by a part, so that telling of it is so seldom that it costs nothing.
func grown(n, last int) bool { return n > last+last/progressPart }

// Progress exchanges facts, and tells of goals that are proven.
func (e *exchanging) Progress(p engine.Progress) {
	e.pool.exchange()
	if l := e.last; p.Proven != l.Proven || grown(p.Iterations, l.Iterations) || grown(p.Refinements, l.Refinements) || grown(p.Depth, l.Depth) {
		e.last = p
		e.pool.link.Tell(p)
	}
	e.Observer.Progress(p)
}

// exchange sends new facts of the board to the others and receives theirs.
func (x *factPool) exchange() {
	if x.link == nil || x.board == nil {
		return
	}
	if n := x.board.Len(); n > x.told {
		if text, err := x.board.Since(x.told); err == nil && text != nil {
			x.link.Share(text, n)
		}
	}
	for _, text := range x.link.Received() {
		_, _ = x.board.Read("what others found", text) // what does not fit is left out
	}
	x.told = x.board.Len()
}
