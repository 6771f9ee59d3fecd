package campaign

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cupel/product/bench"
)

// TestPlaces: files of a task lie beside each other in the directory of a run as they do here, with what they include; files of
// flags lie apart, and the flags name them there.
func TestPlaces(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a/task.yml": "x", "a/main.c": "#include \"../lib/h.h\"\n", "lib/h.h": "int x;", "p/p.prp": "prop"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	s := sources{}
	task, err := s.task(bench.Task{Files: []string{at("a/task.yml"), at("a/main.c"), at("p/p.prp")}})
	if err != nil {
		t.Fatal(err)
	}
	var places []string
	for _, f := range task.Place {
		places = append(places, f.Path)
	}
	slices.Sort(places)
	if got := strings.Join(places, " "); got != "task/a/main.c task/a/task.yml task/lib/h.h task/p/p.prp" || task.Entry != "task/a/task.yml" {
		t.Errorf("%s, entry %s", got, task.Entry)
	}
	c, err := s.config(bench.Config{Flags: []string{"--property", at("p/p.prp"), "--facts-in=" + at("a/main.c")}, Files: []string{at("p/p.prp"), at("a/main.c")}})
	if err != nil || strings.Join(c.Args, " ") != "--property flags/0/p.prp --facts-in=flags/1/main.c" {
		t.Errorf("%v, %q", err, c.Args)
	}
	if _, err := s.config(bench.Config{Flags: []string{"--x=a:" + at("p/p.prp") + ":b"}, Files: []string{at("p/p.prp")}}); err == nil {
		t.Error("a file that no flag names by itself is sent")
	}
}

// TestKey: everything that a run depends on changes its key, labels do not.
func TestKey(t *testing.T) {
	plan := func() *Plan { return &Plan{Binary: Hash([]byte("b")), Limits: Limits{Time: 1}} }
	job := func() Job {
		return Job{Config: &Config{Config: bench.Config{Name: "c"}, Args: []string{"--x"}}, Task: &Task{Task: bench.Task{Name: "t"}, Entry: "task/a.c", Place: []File{{"task/a.c", "h", 1}}}}
	}
	base := plan().Key(job())
	same := map[string]func(p *Plan, j *Job){
		"name of the task":          func(_ *Plan, j *Job) { j.Task.Name = "u" },
		"expected verdict":          func(_ *Plan, j *Job) { j.Task.Expected = "true" },
		"name of the configuration": func(_ *Plan, j *Job) { j.Config.Name = "d" },
		"number":                    func(_ *Plan, j *Job) { j.Number = 7 },
	}
	other := map[string]func(p *Plan, j *Job){
		"binary":         func(p *Plan, _ *Job) { p.Binary = Hash([]byte("c")) },
		"time":           func(p *Plan, _ *Job) { p.Limits.Time++ },
		"memory":         func(p *Plan, _ *Job) { p.Limits.MemoryMB++ },
		"evidence":       func(p *Plan, _ *Job) { p.Limits.Evidence = true },
		"witness":        func(p *Plan, _ *Job) { p.Limits.Witness = true },
		"flags":          func(_ *Plan, j *Job) { j.Config.Args = []string{"--y"} },
		"flags of task":  func(_ *Plan, j *Job) { j.Task.Flags = []string{"--y"} },
		"contents":       func(_ *Plan, j *Job) { j.Task.Place[0].Hash = "i" },
		"place":          func(_ *Plan, j *Job) { j.Task.Place[0].Path = "task/b.c" },
		"entry":          func(_ *Plan, j *Job) { j.Task.Entry = "task/b.c" },
		"file of a flag": func(_ *Plan, j *Job) { j.Config.Place = []File{{"flags/0/x", "h", 1}} },
		"repetition":     func(_ *Plan, j *Job) { j.Repetition = 2 },
	}
	for name, change := range same {
		p, j := plan(), job()
		if change(p, &j); p.Key(j) != base {
			t.Errorf("%s changes the key", name)
		}
	}
	for name, change := range other {
		p, j := plan(), job()
		if change(p, &j); p.Key(j) == base {
			t.Errorf("%s does not change the key", name)
		}
	}
}

// TestPosition: jobs number tasks, configurations and repetitions without gaps.
func TestPosition(t *testing.T) {
	p := &Plan{Tasks: 3, Configs: make([]Config, 2), Limits: Limits{Repeat: 2}}
	seen := map[[3]int]bool{}
	for n := range p.Jobs() {
		task, config, repetition := p.Position(n)
		seen[[3]int{task, config, repetition}] = true
		if task >= 3 || config >= 2 || repetition < 1 || repetition > 2 {
			t.Errorf("%d: %d %d %d", n, task, config, repetition)
		}
	}
	if len(seen) != 12 {
		t.Errorf("%d of 12", len(seen))
	}
}

// TestHostilePlan: what nobody can have made by the rules is refused.
func TestHostilePlan(t *testing.T) {
	hash := Hash(nil)
	good := Plan{Binary: hash, Tasks: 501, Configs: make([]Config, 1), Chunks: []string{hash, hash}}
	if err := good.check(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(p *Plan){
		"no binary":         func(p *Plan) { p.Binary = "" },
		"no tasks":          func(p *Plan) { p.Tasks = 0 },
		"negative":          func(p *Plan) { p.Tasks = -1 },
		"many tasks":        func(p *Plan) { p.Tasks = 1 << 62 },
		"many repetitions":  func(p *Plan) { p.Limits.Repeat = 1 << 62 },
		"no configurations": func(p *Plan) { p.Configs = nil },
		"few chunks":        func(p *Plan) { p.Chunks = p.Chunks[:1] },
		"no chunk":          func(p *Plan) { p.Chunks = []string{hash, "../../x"} },
		"negative limit":    func(p *Plan) { p.Limits.Time = -1 },
		"file outside":      func(p *Plan) { p.Configs = []Config{{Place: []File{{"../x", hash, 1}}}} },
	} {
		p := good
		if change(&p); p.check() == nil {
			t.Errorf("%s: is accepted", name)
		}
	}
	for _, f := range []File{{"/etc/passwd", hash, 1}, {"../x", hash, 1}, {"a/../../x", hash, 1}, {"a//b", hash, 1}, {"", hash, 1}, {".", hash, 1}, {`a\b`, hash, 1}, {"a", "x", 1}, {"a", strings.ToUpper(hash), 1}, {"a", hash, -1}, {"a", hash, MaxFile + 1}} {
		if checkFiles([]File{f}) == nil {
			t.Errorf("%+v is accepted", f)
		}
	}
}

// FuzzReceived: nothing that is received makes a reader panic, and what it accepts is bounded.
func FuzzReceived(f *testing.F) {
	c := &Campaign{ID: "x", Jobs: 5}
	for _, v := range []any{Done{Job: 1, Key: Hash(nil), Verdict: "TRUE"}, Record{Key: Hash(nil), Run: bench.Run{Verdict: "FALSE"}}, Plan{Binary: Hash(nil), Tasks: 1, Configs: make([]Config, 1), Chunks: []string{Hash(nil)}}} {
		data, err := json.Marshal(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if d, ok := readDone(data, c); ok && (d.Job < 0 || d.Job >= c.Jobs || len(d.Worker) > maxText+10) {
			t.Errorf("%+v", d)
		}
		if r, err := readRecord(Hash(nil), data); err == nil && (!bench.IsVerdict(r.Run.Verdict) || len(r.Run.Reason) > maxText+10) {
			t.Errorf("%+v", r)
		}
		var p Plan
		if json.Unmarshal(data, &p) == nil && p.check() == nil && (p.Jobs() < 1 || p.Jobs() > maxJobs) {
			t.Errorf("%d jobs", p.Jobs())
		}
	})
}
