package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// wrapped is the first argument of the process that go test starts in place of a test binary.
const wrapped = "run-binary"

func main() {
	if len(os.Args) > 2 && os.Args[1] == wrapped {
		os.Exit(runBinary(os.Args[2], os.Args[3:]))
	}
	os.Exit(run())
}

func run() int {
	var o options
	flag.BoolVar(&o.race, "race", false, "with the race detector")
	flag.BoolVar(&o.short, "short", false, "as go test -short")
	flag.StringVar(&o.only, "run", "", "only tests whose names match")
	flag.StringVar(&o.budgets, "budgets", "", "file with processor seconds for each package; with -column")
	flag.StringVar(&o.column, "column", "test", "column of the file: test or check")
	flag.BoolVar(&o.enforce, "enforce", false, "fail when a package takes more than its budget by half")
	flag.StringVar(&o.times, "times", "", "file to write the measured processor seconds to")
	flag.StringVar(&o.timeout, "timeout", "60m", "as go test -timeout: only for tests that hang")
	flag.Parse()
	if o.packages = flag.Args(); len(o.packages) == 0 {
		o.packages = []string{"./..."}
	}
	dir, err := os.MkdirTemp("", "cupel-tests-")
	if err != nil {
		return broken(err)
	}
	defer os.RemoveAll(dir)
	o.dir = dir
	list, err := listed(o)
	if err != nil {
		return broken(err)
	}
	var b *budgets
	if o.budgets != "" {
		if b, err = readBudgets(o.budgets, o.column); err != nil {
			return broken(err)
		}
		b.sort(list)
	}
	if b != nil && o.enforce {
		m, err := measured(dir)
		if err != nil {
			return broken(err)
		}
		b.factor = m.factor(b.reference)
		fmt.Printf("machine: %.2f s for computing, %.2f s for starts of the compiler: budgets times %.2f\n", m.compute, m.starts, b.factor)
	}
	if err := os.WriteFile(filepath.Join(dir, "random"), []byte(strings.Join(list.random, "\n")+"\n"), 0o644); err != nil {
		return broken(err)
	}
	r := newResult(os.Stdout)
	if err := tested(o, list.packages, r); err != nil {
		return broken(err)
	}
	return r.finish(o, b)
}

func broken(err error) int {
	fmt.Fprintln(os.Stderr, "runner:", err)
	return 2
}
