package verifier

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
)

// shapeWork ends a run of TestShapes, a quarter of a second or so; guessing and checking needs more than searching.
const shapeWork, guessWork = 250_000, 1_000_000

// A shapeConfig is a configuration of a kind.
type shapeConfig struct {
	kind, name string
	set        configuring
}

// shapeRuns are the configurations that the i-th program is verified with: what knows of all cells, each time, and engines by turns, one
// behind the analysis by segments, one on single cells, one on the program as it is.
func shapeRuns(i int) []shapeConfig {
	on := func(engine, cells string) configuring {
		return func(c *Config) { c.Engine, c.Cells = engine, cells }
	}
	es := Engines()
	names := slices.Sorted(maps.Keys(variants()))
	a, b, variant := es[i%len(es)].Name, es[(i+i/len(es)+1)%len(es)].Name, names[i%len(names)]
	single := []string{CellsSearch2, CellsOn, CellsSearch}[i%3]
	return []shapeConfig{
		{"quantified", "alone", on("quantified", CellsOff)},
		{"segments", a, on(a, CellsSegments)},
		{"cells " + single, b, on(b, single)},
		{"variant", variant, variants()[variant]},
		{"induction", a, bySize(a)},
		{"induction", "quantified", bySize("quantified")},
	}
}

// shapeScore counts verdicts.
type shapeScore struct{ proven, refuted, unknown, wrong int }

func (s shapeScore) String() string {
	return fmt.Sprintf("%d TRUE, %d FALSE, %d UNKNOWN, %d wrong", s.proven, s.refuted, s.unknown, s.wrong)
}

// TestShapes: no engine, no domain and no technique for arrays gives a wrong verdict on random programs with arrays, strings and lists, half of them
// for at most 3 cells, the others for at most 1000; a violation for more than 3 cells happens in the compiled program. CUPEL_PROGRAMS says
// how many there are.
func TestShapes(t *testing.T) {
	need.Tool(t, "gcc")
	n, base := effort.Programs(6, 16, 2000), effort.Seed(0)
	var ps []oracle.Program
	for i := range n {
		p := oracle.Arrays(base+uint64(i), false)
		if i%8 > 0 {
			p, _ = oracle.Shape(base+uint64(i), false)
		}
		ps = append(ps, p)
	}
	truths, err := oracle.DecideAll(context.Background(), ps, 2)
	if err != nil {
		t.Fatal(err)
	}
	s := &shapeRun{t: t, dir: t.TempDir(), scores: map[string]*shapeScore{}}
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				s.verify(i, ps[i], truths[i].Unsafe)
			}
		})
	}
	unsafe := 0
	for i := range ps {
		if truths[i].Unsafe {
			unsafe++
		}
		next <- i
		if i%100 == 99 {
			s.log(i + 1)
		}
	}
	close(next)
	wg.Wait()
	t.Logf("%d programs, %d unsafe for at most 3 cells", n, unsafe)
	s.log(n)
	for name, c := range s.scores { // what always says UNKNOWN is never wrong
		if n >= 60 && strings.HasPrefix(name, "all ") && !strings.HasSuffix(name, "wide") && c.proven == 0 {
			t.Errorf("%s: no proof", name)
		}
	}
}

// shapeRun is a run of TestShapes.
type shapeRun struct {
	t      *testing.T
	dir    string
	lock   sync.Mutex
	scores map[string]*shapeScore
}

func (s *shapeRun) log(programs int) {
	s.lock.Lock()
	defer s.lock.Unlock()
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s.scores)) {
		fmt.Fprintf(&b, "\n%s: %v", name, s.scores[name])
	}
	s.t.Logf("%d programs%s", programs, b.String())
}

// verify verifies the i-th program; narrow says whether the program for few cells is unsafe.
func (s *shapeRun) verify(i int, p oracle.Program, narrow bool) {
	for j, run := range shapeRuns(i) {
		q, wide := p, (i+j)%2 == 1
		if wide {
			q, _ = oracle.Shape(p.Seed, true)
			if i%8 == 0 {
				q = oracle.Arrays(p.Seed, true)
			}
		}
		cfg := DefaultConfig()
		cfg.NoRun, cfg.Timeout = true, time.Minute // engines are tested without help
		if i%3 > 0 {
			cfg.DataModel = program.LP64
		}
		run.set(&cfg)
		s.score(run, wide, s.once(run.kind+" "+run.name, q, cfg, wide, narrow))
	}
}

// once verifies a program once.
func (s *shapeRun) once(name string, p oracle.Program, cfg Config, wide, narrow bool) (one shapeScore) {
	most := shapeWork
	if cfg.Engine == "quantified" && cfg.Induction == InductionAuto {
		most = guessWork
	}
	ctx, stop := work.Within(context.Background(), most)
	defer stop()
	file := filepath.Join(s.dir, fmt.Sprintf("p%d-%v.c", p.Seed, wide))
	if err := os.WriteFile(file, []byte(p.Source), 0o644); err != nil {
		s.t.Error(err)
		return one
	}
	task, err := LoadTask(file, "")
	if err != nil {
		s.t.Error(err)
		return one
	}
	rep, err := Verify(ctx, task, cfg, engine.Quiet{})
	wrong := func(why string) {
		one.wrong++
		s.t.Errorf("WRONG: seed %d, wide %v, %s: %s\n%s", p.Seed, wide, name, why, p.Source)
	}
	switch {
	case err != nil:
		s.t.Errorf("seed %d, wide %v, %s: %v\n%s", p.Seed, wide, name, err, p.Source)
	case rep.Verdict == "TRUE":
		one.proven++
		if narrow {
			wrong("proves what is wrong")
		}
	case rep.Verdict == "FALSE":
		one.refuted++
		if !narrow && !wide {
			wrong("refutes what is right")
		} else if !narrow {
			var values []string
			for _, in := range rep.Inputs {
				values = append(values, in.Value)
			}
			if o, err := oracle.Execute(context.Background(), p, values); err != nil || o != oracle.Error {
				wrong(fmt.Sprintf("on its inputs %v the compiled program ends otherwise: %c, %v", values, o, err))
			}
		}
	default:
		one.unknown++
		if strings.HasPrefix(rep.Reason, "internal error") || strings.Contains(rep.Reason, "unsupported") {
			s.t.Errorf("seed %d, wide %v, %s: %s\n%s", p.Seed, wide, name, rep.Reason, p.Source)
		}
	}
	return one
}

// score adds what came of a run, to all of its kind as well.
func (s *shapeRun) score(run shapeConfig, wide bool, one shapeScore) {
	s.lock.Lock()
	defer s.lock.Unlock()
	all := "all " + run.kind
	if wide {
		all += ", wide"
	}
	for _, key := range []string{run.kind + " " + run.name, all} {
		if s.scores[key] == nil {
			s.scores[key] = &shapeScore{}
		}
		c := s.scores[key]
		c.proven, c.refuted, c.unknown, c.wrong = c.proven+one.proven, c.refuted+one.refuted, c.unknown+one.unknown, c.wrong+one.wrong
	}
}
