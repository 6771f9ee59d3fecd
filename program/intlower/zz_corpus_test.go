package intlower

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"cupel/absint/interval"
	"cupel/frontend/c"
	"cupel/logic"
	"cupel/program"
	"cupel/program/passes"
)

func TestZZCorpus(t *testing.T) {
	dir := "/work/shared/corpus/c"
	set := os.Getenv("SET")
	if set == "" {
		t.Skip()
	}
	fh, err := os.Open(filepath.Join(dir, set))
	if err != nil {
		t.Fatal(err)
	}
	sc := bufio.NewScanner(fh)
	reasons := map[string]int{}
	n, okT, okI := 0, 0, 0
	var sumT, sumI Stats
	type slow struct {
		d time.Duration
		f string
	}
	var slows, slowl []slow
	for sc.Scan() {
		y := filepath.Join(dir, sc.Text())
		b, err := os.ReadFile(y)
		if err != nil {
			continue
		}
		o := c.Options{}
		if strings.Contains(string(b), "LP64") {
			o.Model = program.LP64
		}
		src := ""
		for _, l := range strings.Split(string(b), "\n") {
			if strings.HasPrefix(l, "input_files:") {
				src = strings.Trim(strings.TrimPrefix(l, "input_files:"), " '\"")
			}
		}
		func() {
			defer func() {
				if r := recover(); r != nil {
					reasons[fmt.Sprint("PANIC ", r)]++
					if os.Getenv("PANIC") != "" {
						panic(r)
					}
				}
			}()
			n++
			m, _, err := c.Lower(context.Background(), filepath.Join(filepath.Dir(y), src), nil, o)
			if err != nil {
				reasons["frontend: "+err.Error()]++
				return
			}
			p, err := passes.Inline(m, passes.InlineOptions{})
			if err != nil {
				reasons["inline: "+err.Error()]++
				return
			}
			p, _, err = passes.Default.Run(context.Background(), p)
			if err != nil {
				reasons["passes: "+err.Error()]++
				return
			}
			t0 := time.Now()
			r := interval.Analyze(context.Background(), p)
			d := time.Since(t0)
			slows = append(slows, slow{d, fmt.Sprint(y, " locs ", len(p.Locs), " vars ", len(p.Vars))})
			st := new(Stats)
			if _, err := Lower(context.Background(), p, Options{Stats: st}); err == nil {
				okT++
				sumT = addStats(sumT, *st)
			}
			st = new(Stats)
			t0 = time.Now()
			q, err := Lower(context.Background(), p, Options{Ranges: r, Stats: st})
			slowl = append(slowl, slow{time.Since(t0), y})
			if err != nil {
				var ne *NotExpressibleError
				errors.As(err, &ne)
				reasons[ne.Op]++
				if os.Getenv("V") != "" {
					fmt.Println(y, err)
				}
				return
			}
			okI++
			sumI = addStats(sumI, *st)
			if err := program.SanityProgram(q); err != nil {
				fmt.Println("INSANE", y, err)
			}
			if f := os.Getenv("DUMP"); f != "" && strings.Contains(y, f) {
				p.Dump(os.Stdout)
				q.Dump(os.Stdout)
				for _, l := range p.Locs {
					fmt.Println(l, r.Invariant(l))
				}
			}
			if os.Getenv("W") != "" && st.Mods+st.Cases > 0 {
				fmt.Println(y, *st)
			}
			r2 := interval.Analyze(context.Background(), q)
			_ = r2
			_ = logic.Int
		}()
	}
	fmt.Println("tasks", n, "types only", okT, sumT, "intervals", okI, sumI)
	var ks []string
	for k := range reasons {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool { return reasons[ks[i]] > reasons[ks[j]] })
	for _, k := range ks[:min(len(ks), 15)] {
		fmt.Println(reasons[k], k)
	}
	for _, s := range [][]slow{slows, slowl} {
		sort.Slice(s, func(i, j int) bool { return s[i].d > s[j].d })
		for i := 0; i < 5 && i < len(s); i++ {
			fmt.Println(s[i].d, s[i].f)
		}
	}
}

func addStats(a, b Stats) Stats {
	return Stats{a.Mods + b.Mods, a.Cases + b.Cases, a.Divs + b.Divs, a.Mixed + b.Mixed, a.Ranges + b.Ranges}
}
