package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"cupel/internal/child"
	"cupel/tests/oracle"
	"cupel/tests/suites"
	"cupel/verifier"
)

func main() { os.Exit(run()) }

// Exit codes of cupel campaign run.
const (
	good  = 0
	wrong = 1
	fault = 4
	usage = 3
)

func run() int {
	cupel := flag.String("cupel", "bin/cupel", "the program")
	size := flag.Int("batch", 100, "programs of the oracle in a batch")
	batches := flag.Int("batches", 0, "batches; 0: until interrupted")
	seed := flag.Uint64("seed", 1, "of the first program")
	names := flag.String("engines", "", "engines, with commas; default: all for C")
	flag.Parse()
	if flag.NArg() == 0 || *size < 1 || *batches < 0 {
		fmt.Fprintln(os.Stderr, "differential: name a directory; -batch must be positive")
		return usage
	}
	dir, more := flag.Arg(0), flag.Args()[1:]
	engines := strings.Split(*names, ",")
	if *names == "" {
		engines = nil
		for _, e := range verifier.Engines() {
			engines = append(engines, e.Name)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	worst := good
	csmithSeed := *seed
	for n := 1; ctx.Err() == nil && (*batches == 0 || n <= *batches); n++ {
		at := filepath.Join(dir, fmt.Sprintf("seed-%d", *seed))
		var set string
		var err error
		set, csmithSeed, err = batch(ctx, at, *seed, *size, csmithSeed)
		if err == nil {
			var code int
			if code, err = campaign(ctx, *cupel, at, set, engines, more); err == nil && ctx.Err() == nil {
				fmt.Printf("seed %d, %d programs: exit code %d\n", *seed, *size, code)
				if code == good {
					err = os.RemoveAll(at)
				} else if worst != wrong {
					worst = code
				}
				if code != good && code != wrong && code != fault {
					return code
				}
			}
		}
		if err != nil && ctx.Err() == nil {
			fmt.Fprintln(os.Stderr, "differential: "+err.Error())
			return usage
		}
		*seed += uint64(*size)
	}
	return worst
}

// campaign runs the engines on a set.
func campaign(ctx context.Context, cupel, dir, set string, engines, more []string) (code int, err error) {
	args := []string{"campaign", "run", "--quiet", "--output", filepath.Join(dir, "results")}
	for _, e := range engines {
		args = append(args, "--run", e+"=--engine "+e)
	}
	cmd := exec.Command(cupel, slices.Concat(args, more, []string{set})...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := child.Start(cmd); err != nil {
		return 0, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err = <-ended:
	case <-ctx.Done():
		_ = cmd.Process.Signal(syscall.SIGTERM)
		err = <-ended
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() >= 0 {
		return exit.ExitCode(), nil
	}
	return 0, err
}

// csmithShare is how many of the oracle's programs there are for one of csmith, each of which is two tasks.
const csmithShare = 10

// batch writes n programs from a seed on, with their verdicts, and a set of them; next is the first seed for csmith that was not used.
func batch(ctx context.Context, dir string, seed uint64, n int, csmithSeed uint64) (set string, next uint64, err error) {
	if !oracle.Available() {
		return "", 0, errors.New("there is no gcc, without which no verdict is known")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", 0, err
	}
	var programs []oracle.Program
	for i := range n {
		programs = append(programs, oracle.Generate(seed+uint64(i), oracle.All))
	}
	truths, err := oracle.DecideAll(ctx, programs, 1)
	if err != nil {
		return "", 0, err
	}
	var list strings.Builder
	write := func(name, text string) {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)
		}
	}
	task := func(name, file, model, expected string) {
		write(name+".yml", fmt.Sprintf("format_version: '2.0'\ninput_files: %s\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: %s\noptions:\n  language: C\n  data_model: %s\n", file, expected, model))
		fmt.Fprintln(&list, name+".yml")
	}
	write("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
	for i, p := range programs {
		name := fmt.Sprintf("oracle-%d", p.Seed)
		write(name+".c", p.Source)
		task(name, name+".c", "LP64", fmt.Sprint(!truths[i].Unsafe))
	}
	next = csmithSeed
	if suites.CsmithAvailable() {
		tasks, after, err := suites.Csmith(dir, (n+csmithShare-1)/csmithShare, csmithSeed, true)
		if err != nil {
			return "", 0, err
		}
		next = after
		for _, t := range tasks {
			model := "LP64"
			if slices.Contains(t.Flags, "--32") {
				model = "ILP32"
			}
			file := filepath.Base(t.Path)
			task(strings.TrimSuffix(file, filepath.Ext(file)), file, model, t.Expected)
		}
	}
	set = filepath.Join(dir, "all.set")
	write("all.set", list.String())
	return set, next, err
}
