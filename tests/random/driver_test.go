package random

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/frontend/property"
	"cupel/tests/effort"
	"cupel/tests/oracle"
	"cupel/verifier"
)

// A subject is a program with its result by enumeration.
type subject struct {
	name     string // "seed 7, wide"
	kind     string // verdicts are counted by it as well; "": not
	file     string // its name: program.c, model.cfa
	text     string
	like     string // the text of a similar program, whose facts are not all true of this one; "": none
	property string
	model    program.DataModel
	judge    func(*verifier.Report) string         // what is wrong with TRUE or FALSE; "": nothing
	told     func(invariants []verifier.Invariant) // is given those of every run that says them; nil: none is asked for them
}

// A config is a configuration of the verifier, or several in alternation.
type config struct {
	name    string
	set     func(*verifier.Config, *trial)
	work    int  // units of a run; 0: those of the class
	decides bool // UNKNOWN is an error
}

// A class is a kind of programs with the configurations that verify them.
type class struct {
	programs [3]int // how many of them in make test, make check, make long
	meets    [3]int // of these, each configuration verifies so many at least; beyond their number: all
	seed     uint64 // of the first one
	work     int    // units of a run
	least    int    // percent of the runs decide
	partial  bool   // some programs have no model: that is no mistake
	configs  []config
}

// count is how many programs there are.
func (c *class) count() int { return effort.Programs(c.programs[0], c.programs[1], c.programs[2]) }

// first is the seed of the first program.
func (c *class) first() uint64 { return effort.Seed(c.seed) }

// each is the number of configurations that verify a program.
func (c *class) each(configs, perProgram int) int {
	if os.Getenv("CUPEL_VARIANTS") != "" {
		return configs
	}
	subjects := perProgram * effort.Count(c.programs[0], c.programs[1], c.programs[2])
	meets := effort.Count(c.meets[0], c.meets[1], c.meets[2])
	return min(configs, (meets*configs+subjects-1)/subjects)
}

// A trial is the verification of a subject by a configuration.
type trial struct {
	of      *run
	subject *subject
	config  *config
	turn    int // the number of the trial among those of the configuration, from a start of its own on
	dir     string
}

// A run is a class being verified.
type run struct {
	t     *testing.T
	class *class
	lock  sync.Mutex
	table table
}

// verify lets the configurations verify the subjects, those first that have verified fewest, and judges the verdicts.
func (c *class) verify(t *testing.T, subjects []subject) *run {
	r := &run{t: t, class: c, table: table{configs: map[string]*score{}, kinds: map[string]int{}}}
	var configs []config
	for _, f := range c.configs {
		if strings.Contains(f.name, os.Getenv("CUPEL_VARIANTS")) {
			configs = append(configs, f)
			r.table.configs[f.name] = &score{}
		}
	}
	trials := make(chan *trial)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for x := range trials {
				r.try(x)
			}
		})
	}
	dir, each, met := t.TempDir(), c.each(len(configs), len(subjects)/max(1, c.count())), make([]int, len(configs))
	dice := rand.New(rand.NewPCG(c.first(), uint64(len(configs))))
	for i := range subjects {
		for j, k := range fewest(met, each, dice) {
			own := filepath.Join(dir, fmt.Sprintf("%d-%d", i, j))
			if err := os.Mkdir(own, 0o755); err != nil {
				t.Fatal(err)
			}
			trials <- &trial{of: r, subject: &subjects[i], config: &configs[k], turn: met[k] + k, dir: own}
			met[k]++
		}
	}
	close(trials)
	wg.Wait()
	t.Logf("%d programs, %d configurations of %d for each\n%s", len(subjects), each, len(configs), &r.table)
	r.table.check(t, c)
	return r
}

// fewest returns n indices of the smallest numbers, equal ones in random order.
func fewest(numbers []int, n int, dice *rand.Rand) []int {
	order := dice.Perm(len(numbers))
	for i := range n {
		for j := i + 1; j < len(order); j++ {
			if numbers[order[j]] < numbers[order[i]] {
				order[i], order[j] = order[j], order[i]
			}
		}
	}
	return order[:n]
}

// try makes a trial.
func (r *run) try(x *trial) {
	cfg := verifier.DefaultConfig()
	cfg.NoRun = true // engines are tested without help
	cfg.DataModel = x.subject.model
	if x.subject.told != nil && x.turn%2 == 0 { // says its invariants for the witness
		cfg.Witness = filepath.Join(x.dir, "witness.yml")
	}
	if x.turn%5 == 1 && x.subject.property == "" { // gcc has no say in overflows that it compiles away
		cfg.Harness = filepath.Join(x.dir, "harness")
	}
	x.config.set(&cfg, x)
	rep := x.verify(cfg, x.subject.text)
	if rep == nil {
		return
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	if wrong := x.judge(rep); wrong != "" {
		r.t.Errorf("%s, %s (%s): %s\n%s", x.subject.name, x.config.name, strings.Join(rep.Settings, " "), wrong, x.subject.text)
	}
	if x.subject.told != nil {
		x.subject.told(rep.Invariants)
	}
	r.table.add(x, rep)
}

// verify verifies a text within the work of a run. It is nil where the settings or the text are refused, which fails the test.
func (x *trial) verify(cfg verifier.Config, text string) *verifier.Report {
	file := filepath.Join(x.dir, x.subject.file)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		x.of.t.Error(err)
		return nil
	}
	task, err := verifier.LoadTask(file, x.subject.property)
	if err != nil {
		x.of.t.Error(err)
		return nil
	}
	most := x.of.class.work
	if x.config.work > 0 {
		most = x.config.work
	}
	ctx, stop := work.Within(context.Background(), most)
	defer stop()
	rep, err := verifier.Verify(ctx, task, cfg, engine.Quiet{})
	if err != nil {
		x.of.t.Errorf("%s, %s: %v\n%s", x.subject.name, x.config.name, err, text)
		return nil
	}
	return rep
}

// judge describes what is wrong with a report.
func (x *trial) judge(rep *verifier.Report) string {
	switch {
	case rep.ReasonKind == string(engine.Fault), rep.Disagrees(), !x.of.class.partial && strings.Contains(rep.Reason, "unsupported"), rep.Verdict == "UNKNOWN" && x.config.decides:
		return fmt.Sprintf("UNKNOWN (%s): %s", rep.ReasonKind, rep.Reason)
	case rep.Verdict == "UNKNOWN":
		return ""
	}
	if wrong := x.subject.judge(rep); wrong != "" {
		return fmt.Sprintf("WRONG: %s, decided by %s, but %s", rep.Verdict, rep.DecidedBy, wrong)
	}
	return ""
}

// agrees judges a program all of whose inputs were tried.
func agrees(truth oracle.Truth) func(*verifier.Report) string {
	return func(rep *verifier.Report) string {
		if (rep.Verdict == "FALSE") == truth.Unsafe {
			return ""
		}
		return fmt.Sprintf("trying all inputs says %s", truth.Outcomes)
	}
}

// decided are programs as subjects, decided by running the program compiled with gcc on all inputs.
func decided(t *testing.T, ps []oracle.Program) []subject {
	truths, err := oracle.DecideAll(t.Context(), ps, 2)
	if err != nil {
		t.Fatal(err)
	}
	return subjects(ps, truths, agrees)
}

func subjects(ps []oracle.Program, truths []oracle.Truth, judge func(oracle.Truth) func(*verifier.Report) string) (out []subject) {
	for i, p := range ps {
		out = append(out, subject{name: fmt.Sprintf("seed %d", p.Seed), file: "program.c", text: p.Source, model: program.LP64, judge: judge(truths[i])})
	}
	return out
}

// overflows is the name of the property that no signed overflow happens.
var overflows = string(property.NoOverflow)
