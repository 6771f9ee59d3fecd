// Command portfolio-fit runs the engines on tasks and fits the table that orders them; scripts/portfolio.sh calls it.
//
//	portfolio-fit run -cupel BIN -limit 5s -out DATA.csv TASK.yml...   adds what is not in DATA.csv yet
//	portfolio-fit fit -budget 20 DATA.csv                             prints a table and, on standard error, what it promises
//	portfolio-fit factors -budget 20 -table FILE DATA.csv             prints the table with factors fitted, and what it promises before and after
package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"cupel/frontend/taskdef"
	"cupel/verifier"
	"cupel/verifier/portfolio"
	"cupel/verifier/portfolio/fit"
)

func main() {
	err := errors.New("usage: portfolio-fit run|fit|factors ...; see the head of the source")
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "run":
			err = run(os.Args[2:])
		case "fit":
			err = fitTable(os.Args[2:])
		case "factors":
			err = fitFactors(os.Args[2:])
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "portfolio-fit: "+err.Error())
		os.Exit(1)
	}
}

// row is a line of the data: a task with an engine; "" stands for the phases before any engine.
type row struct {
	task, family, engine, verdict string
	work                          int
	cpu                           float64
	features                      map[string]int
}

func (r row) record() []string {
	var fs []string
	for _, f := range verifier.Features() {
		fs = append(fs, strconv.Itoa(r.features[f]))
	}
	return []string{r.task, r.family, r.engine, r.verdict, strconv.Itoa(r.work), strconv.FormatFloat(r.cpu, 'f', 3, 64), strings.Join(fs, " ")}
}

func read(file string) ([]row, error) {
	f, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	c := csv.NewReader(f)
	var out []row
	for {
		x, err := c.Read()
		if err == io.EOF {
			return out, nil
		} else if err != nil {
			return nil, err
		}
		r := row{task: x[0], family: x[1], engine: x[2], verdict: x[3], features: map[string]int{}}
		if r.work, err = strconv.Atoi(x[4]); err != nil {
			return nil, err
		}
		if r.cpu, err = strconv.ParseFloat(x[5], 64); err != nil {
			return nil, err
		}
		for i, v := range strings.Fields(x[6]) {
			if names := verifier.Features(); i < len(names) {
				if r.features[names[i]], err = strconv.Atoi(v); err != nil {
					return nil, err
				}
			}
		}
		out = append(out, r)
	}
}

// run measures.
func run(args []string) error {
	fs := flag.NewFlagSet("run", flag.ContinueOnError)
	cupel, out, engines := fs.String("cupel", "bin/cupel", ""), fs.String("out", "data.csv", ""), fs.String("engines", "", "")
	limit := fs.Duration("limit", 5*time.Second, "")
	if err := fs.Parse(args); err != nil {
		return err
	}
	old, err := read(*out)
	if err != nil {
		return err
	}
	known := map[string]row{}
	for _, r := range old {
		known[r.task+" "+r.engine] = r
	}
	names := strings.Split(*engines, ",")
	f, err := os.OpenFile(*out, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	w := csv.NewWriter(f)
	for _, task := range fs.Args() {
		name := filepath.Join(filepath.Base(filepath.Dir(task)), strings.TrimSuffix(filepath.Base(task), filepath.Ext(task)))
		first, ok := known[name+" "]
		if !ok {
			if first, err = measure(*cupel, "", *limit, task); err != nil {
				return err
			}
			first.task, first.family = name, filepath.Dir(name)
			if err := w.Write(first.record()); err != nil {
				return err
			}
		}
		for _, e := range names {
			if _, ok := known[name+" "+e]; ok || e == "" || first.verdict != "UNKNOWN" {
				continue
			}
			r, err := measure(*cupel, e, *limit, task)
			if err != nil {
				return err
			}
			r.task, r.family, r.features = name, first.family, first.features
			if err := w.Write(r.record()); err != nil {
				return err
			}
			w.Flush()
		}
		w.Flush()
	}
	return w.Error()
}

// measure runs an engine on a task; "": the phases before any engine.
func measure(cupel, name string, limit time.Duration, task string) (row, error) {
	r := row{engine: name, verdict: "UNKNOWN", features: map[string]int{}}
	args := []string{"verify", "--format", "json", "--cpu-time", limit.String(), "--timeout", (10 * limit).String()}
	if name == "" {
		empty, err := os.CreateTemp("", "table")
		if err != nil {
			return r, err
		}
		defer os.Remove(empty.Name())
		if _, err := empty.WriteString("none:\n"); err != nil {
			return r, err
		}
		if err := empty.Close(); err != nil {
			return r, err
		}
		args = append(args, "--engine", "auto", "--portfolio", empty.Name())
	} else {
		args = append(append(args, alone(name)...), "--no-run")
	}
	cmd := exec.Command(cupel, append(args, task)...)
	out, err := cmd.Output()
	if s := cmd.ProcessState; s != nil {
		r.cpu = (s.UserTime() + s.SystemTime()).Seconds()
	}
	var rep verifier.Report
	if json.Unmarshal(out, &rep) != nil {
		fmt.Fprintf(os.Stderr, "%s %s: %v\n", task, name, err)
		return r, nil
	}
	r.verdict, r.work = rep.Verdict, rep.Work
	if rep.Portfolio != nil {
		r.features = rep.Portfolio.Features
	}
	if rep.ReasonKind != "" && name != "" && rep.ReasonKind != "cpu-time" && rep.ReasonKind != "time" {
		r.verdict = "ENDED"
	}
	if want := expected(task); want != nil && (rep.Verdict == "TRUE" && !*want || rep.Verdict == "FALSE" && *want) {
		r.verdict = "WRONG"
		fmt.Fprintf(os.Stderr, "%s %s: wrong\n", task, name)
	}
	return r, nil
}

// alone are the flags that have an engine, or a technique of the portfolio, run alone.
func alone(name string) []string {
	switch name {
	case "symex":
		return []string{"--engine", name, "--encoding", "sbe"}
	case "symex-blocks":
		return []string{"--engine", "symex", "--encoding", "diamond"}
	case "cells":
		return []string{"--engine", "symexecia", "--cells", "only"}
	case "induction":
		return []string{"--engine", "quantified", "--induction", "only"}
	}
	return []string{"--engine", name}
}

// expected is the task definition's verdict about reachability.
func expected(task string) *bool {
	d, err := taskdef.Load(task)
	if err != nil {
		return nil
	}
	for _, p := range d.Properties {
		if strings.Contains(filepath.Base(p.File), "unreach-call") {
			return p.Expected
		}
	}
	return nil
}

// fitTable fits.
func fitTable(args []string) error {
	fs := flag.NewFlagSet("fit", flag.ContinueOnError)
	o := fit.Options{Features: verifier.Features()}
	fs.Float64Var(&o.Budget, "budget", 20, "")
	fs.IntVar(&o.Least, "least", 12, "")
	fs.IntVar(&o.Depth, "depth", 2, "")
	if err := fs.Parse(args); err != nil {
		return err
	}
	all, rows, err := programsOf(fs.Arg(0), &o)
	if err != nil {
		return err
	}
	t := fit.Table(all, o)
	fmt.Print("# Which engines come when, by what a program looks like: NAME when FEATURE OP NUMBER and ...: ENGINE WORK, ...\n" +
		"# The first class that fits counts; work is what the engine may do altogether. After the last step every engine\n# of the class goes on by turns that double.\n")
	fmt.Printf("# Fitted to %d programs of %d runs by portfolio/fit; %.0f s of processor time for each.\n", len(all), rows, o.Budget)
	fmt.Print(fit.Text(t))
	show("the best engine for each", fit.Best(all, o))
	show("this table", fit.Judge(t, all, o))
	for _, p := range all {
		if one := []fit.Program{p}; fit.Best(one, o).Solved > fit.Judge(t, one, o).Solved {
			fmt.Fprintf(os.Stderr, "  left open: %s %v\n", p.Name, p.Features)
		}
	}
	show("each family by a table of the others", fit.CrossValidate(all, o))
	return nil
}

// show prints a score.
func show(what string, s fit.Score) {
	fmt.Fprintf(os.Stderr, "%-34s %d of %d (%.1f %%), %.0f s\n", what, s.Solved, s.Programs, 100*float64(s.Solved)/float64(max(s.Programs, 1)), s.Seconds)
}

// programsOf are the programs of a file of data that are left to the engines, and how many rows it has; o receives the engines.
func programsOf(file string, o *fit.Options) (all []fit.Program, n int, err error) {
	rows, err := read(file)
	if err != nil {
		return nil, 0, err
	}
	programs := map[string]*fit.Program{}
	seen := map[string]bool{}
	for _, r := range rows {
		if r.engine == "" {
			if r.verdict == "UNKNOWN" && len(r.features) > 0 {
				programs[r.task] = &fit.Program{Name: r.task, Family: r.family, Features: r.features, Before: r.cpu, Runs: map[string]fit.Run{}}
			}
			continue
		}
		if p := programs[r.task]; p != nil {
			p.Runs[r.engine] = fit.Run{Solved: r.verdict == "TRUE" || r.verdict == "FALSE", Ended: r.verdict == "ENDED", Work: r.work, CPU: r.cpu}
			if !seen[r.engine] {
				seen[r.engine] = true
				o.Engines = append(o.Engines, r.engine)
			}
		}
	}
	for _, p := range programs {
		if len(p.Runs) > 0 {
			all = append(all, *p)
		}
	}
	return fit.Sorted(all), len(rows), nil
}

// fitFactors fits the factors of a table.
func fitFactors(args []string) error {
	fs := flag.NewFlagSet("factors", flag.ContinueOnError)
	o := fit.Options{Features: verifier.Features()}
	fs.Float64Var(&o.Budget, "budget", 20, "")
	fs.IntVar(&o.Least, "least", 5, "")
	file := fs.String("table", "verifier/portfolio.table", "")
	words := fs.Int("family-words", 0, "a family is so many first words of a folder's name, divided by underscores; 0: all of it")
	if err := fs.Parse(args); err != nil {
		return err
	}
	all, _, err := programsOf(fs.Arg(0), &o)
	if err != nil {
		return err
	}
	for i, p := range all {
		if w := strings.Split(p.Family, "_"); *words > 0 && len(w) > *words {
			all[i].Family = strings.Join(w[:*words], "_")
		}
	}
	data, err := os.ReadFile(*file)
	if err != nil {
		return err
	}
	t, err := portfolio.ParseTable(data, verifier.Features(), verifier.Members())
	if err != nil {
		return err
	}
	share := func(c *portfolio.Class, p fit.Program) ([]string, *portfolio.Shares) {
		return verifier.SharesOf(c, p.Features)
	}
	fitted := fit.Factors(t, all, o, share)
	fmt.Print(fit.Text(fitted))
	show("the best engine for each", fit.Best(all, o))
	for _, x := range []struct {
		name string
		t    *portfolio.Table
	}{{"the table", t}, {"with factors fitted", fitted}} {
		show(x.name, fit.JudgeShares(x.t, all, o, share))
		greatest, most, open := fit.Bound(x.t, all, o, share)
		fmt.Fprintf(os.Stderr, "  bound: %.1f, 99th percentile %.1f; %d open that an engine decides within a sixth of the budget\n", greatest, most, open)
	}
	show("each family by factors of the others", fit.CrossValidateFactors(t, all, o, share))
	return nil
}
