package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// options are those of the command line, and a folder for this run.
type options struct {
	race, short, enforce   bool
	only, timeout          string
	budgets, column, times string
	packages               []string
	dir                    string
}

// A list is the packages to test, and those whose tests link package rapid and take its flags.
type list struct{ packages, random []string }

// listed expands the patterns of packages.
func listed(o options) (*list, error) {
	out, err := output("go", append([]string{"list", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}"}, o.packages...)...)
	if err != nil {
		return nil, err
	}
	l := &list{packages: strings.Fields(out)}
	const linksRapid = `{{$p := .}}{{if .ForTest}}{{range .Deps}}{{if eq . "pgregory.net/rapid"}}{{$p.ForTest}}{{"\n"}}{{end}}{{end}}{{end}}`
	if out, err = output("go", append([]string{"list", "-test", "-f", linksRapid}, o.packages...)...); err != nil {
		return nil, err
	}
	l.random = strings.Fields(out)
	slices.Sort(l.random)
	l.random = slices.Compact(l.random)
	return l, nil
}

func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, args[0], err)
	}
	return string(out), nil
}

// environment names the folder of the run for the processes in place of test binaries.
const environment = "CUPEL_TESTS_RUN"

// tested runs go test once over all packages and gives its events to r. That tests fail is no error.
func tested(o options, packages []string, r *result) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	// vet is a step of its own; without tables for debuggers a test binary is linked in half the time.
	args := []string{"test", "-json", "-vet=off", "-ldflags=-s -w", "-timeout", o.timeout, "-exec", self + " " + wrapped}
	if o.race {
		args = append(args, "-race")
	}
	if o.short {
		args = append(args, "-short")
	}
	if o.only != "" {
		args = append(args, "-run", o.only)
	}
	cmd := exec.Command("go", append(args, packages...)...)
	cmd.Env = append(os.Environ(), environment+"="+o.dir)
	cmd.Stderr = os.Stderr
	events, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	d := json.NewDecoder(events)
	for {
		var e event
		if err := d.Decode(&e); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return errors.Join(fmt.Errorf("the output of go test: %w", err), cmd.Process.Kill(), cmd.Wait())
		}
		r.add(e, o.dir)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return err
	} else if err != nil && len(r.failures) == 0 {
		return fmt.Errorf("go test: %w, though no test failed", err)
	}
	return nil
}

// runBinary runs a test binary in place of go test and leaves the processor time that it and its children took in the folder of the
// run, named after the package, which go test makes the end of the binary's working directory known by.
func runBinary(binary string, args []string) int {
	dir := os.Getenv(environment)
	here, err := os.Getwd()
	if err != nil {
		return broken(err)
	}
	pkg, err := importPath(here)
	if err != nil {
		return broken(err)
	}
	random, err := os.ReadFile(filepath.Join(dir, "random"))
	if err != nil {
		return broken(err)
	}
	if bytes.Contains(append([]byte("\n"), random...), []byte("\n"+pkg+"\n")) {
		seed := os.Getenv("CUPEL_RAPID_SEED")
		if seed == "" {
			seed = "1"
		}
		args = append(args, "-rapid.seed="+seed)
	}
	cmd := exec.Command(binary, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = cmd.Run()
	if seconds, e := processorTime(syscall.RUSAGE_CHILDREN); e == nil {
		if e := os.WriteFile(timeFile(dir, pkg), fmt.Appendf(nil, "%.2f", seconds), 0o644); e != nil {
			return broken(e)
		}
	}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() < 0:
		fmt.Printf("the test process was ended by a signal: %v\n", exit)
		return 2
	case errors.As(err, &exit):
		return exit.ExitCode()
	case err != nil:
		return broken(err)
	}
	return 0
}

// importPath is the import path of the package in a folder of the module.
func importPath(dir string) (string, error) {
	for root := dir; root != filepath.Dir(root); root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			rel, err := filepath.Rel(root, dir)
			return "cupel/" + filepath.ToSlash(rel), err
		}
	}
	return "", fmt.Errorf("%s is in no module", dir)
}

func timeFile(dir, pkg string) string {
	return filepath.Join(dir, strings.ReplaceAll(pkg, "/", ":")+".seconds")
}
