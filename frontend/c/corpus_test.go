package c

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"cupel/core/program"
	"cupel/tests/effort"
	"cupel/tests/need"
)

// corpusDir is where the verification tasks are.
func corpusDir() string { return need.CorpusDir("c") }

var dataModel = regexp.MustCompile(`data_model:\s*['"]?(\w+)`)

// TestCorpus lowers the tasks of the corpus, in make test every fourth: no panic, and at least 95 of 100
// without an unsupported construct.
func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(corpusDir(), "*", "*.c"))
	if len(files) == 0 {
		t.Skip("no corpus")
	}
	debugPanics = true
	only := os.Getenv("CUPEL_CORPUS_ONLY")
	every := 4
	if effort.Check() {
		every = 1
	}
	type outcome struct {
		file, why string
		took      time.Duration
	}
	results := make([]outcome, len(files))
	var wg sync.WaitGroup
	next := make(chan int)
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				results[i] = func() (r outcome) {
					r.file = files[i]
					o := Options{}
					if y, err := os.ReadFile(strings.TrimSuffix(files[i], ".c") + ".yml"); err == nil {
						if m := dataModel.FindSubmatch(y); m != nil && string(m[1]) == "LP64" {
							o.Model = program.LP64
						}
					}
					start := time.Now()
					m, ds, err := Lower(context.Background(), files[i], nil, o)
					r.took = time.Since(start)
					switch {
					case err != nil:
						r.why = "error: " + err.Error()
					default:
						if err := program.SanityModule(m); err != nil {
							r.why = "insane: " + err.Error()
						}
						for _, d := range ds {
							if d.Kind == Unsupported && r.why == "" {
								r.why = d.Msg + " at " + d.Pos.String()
							}
						}
					}
					return r
				}()
			}
		}()
	}
	start := time.Now()
	for i := range files {
		if only == "" && i%every == 0 || only != "" && strings.Contains(files[i], only) {
			next <- i
		}
	}
	close(next)
	wg.Wait()
	count := map[string]int{}
	example := map[string]string{}
	good, all := 0, 0
	var slowest outcome
	for _, r := range results {
		if r.file == "" {
			continue
		}
		all++
		if r.took > slowest.took {
			slowest = r
		}
		if r.why == "" {
			good++
			continue
		}
		if strings.Contains(r.why, "internal error while lowering") || strings.HasPrefix(r.why, "insane") {
			t.Errorf("%s: %s", r.file, r.why)
		}
		key := regexp.MustCompile(` at \S+$|[^ ]*\.c:[0-9:]*`).ReplaceAllString(strings.SplitN(r.why, "\n", 2)[0], "")
		count[key]++
		example[key] = r.file + ": " + r.why
	}
	keys := make([]string, 0, len(count))
	for k := range count {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		return count[keys[i]] > count[keys[j]] || count[keys[i]] == count[keys[j]] && keys[i] < keys[j]
	})
	for i, k := range keys {
		if i == 40 {
			break
		}
		t.Logf("%4d %s   e.g. %.300s", count[k], k, example[k])
	}
	t.Logf("%d of %d files lowered without an unsupported construct in %v; slowest %s (%v)", good, all, time.Since(start).Round(time.Millisecond), slowest.file, slowest.took)
	if only == "" && good*100 < all*95 {
		t.Errorf("only %d of %d files lowered", good, all)
	}
}
