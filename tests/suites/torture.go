package suites

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"cupel/product/bench"
)

// tortureDir is where the archive has the tests of the suite that are run.
const tortureDir = "gcc/testsuite/gcc.c-torture/execute"

// TortureSource unpacks gcc's torture tests into dir and returns their directory; "" when no
// source of gcc is installed.
func TortureSource(dir string) (string, error) {
	archives, err := filepath.Glob("/usr/src/gcc-*/gcc-*.tar.*")
	if err != nil || len(archives) == 0 {
		return "", err
	}
	archive := slices.Max(archives)
	if out, err := exec.Command("tar", "-xf", archive, "-C", dir, "--wildcards", "*/"+tortureDir).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", archive, err, out)
	}
	found, err := filepath.Glob(filepath.Join(dir, "*", tortureDir))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("%s: no %s, %w", archive, tortureDir, err)
	}
	return found[0], nil
}

// Torture makes tasks of n tests below source (0: all), the first eligible ones of an order that
// the seed gives, in dir. Eligible is a test that
//   - names abort, so that it can fail;
//   - has no assembly, no vectors, no complex numbers, no nested functions (gcc's extensions that
//     cupel refuses as a whole) and no option of gcc that changes what the program means;
//   - gcc compiles without optimisation for a 64-bit machine, and that ends with exit code 0.
//
// With abort as the error function it must be TRUE. skipped counts the others by reason.
func Torture(source, dir string, n int, seed uint64) (tasks []bench.Task, skipped map[string]int, err error) {
	var files []string
	err = filepath.WalkDir(source, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && e.Name() == "builtins" { // tests of several files with a driver
			return filepath.SkipDir
		}
		if filepath.Ext(path) == ".c" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	if n > 0 {
		slices.SortFunc(files, func(a, b string) int { return cmp.Compare(rank(source, a, seed), rank(source, b, seed)) })
	}
	skipped = map[string]int{}
	for len(files) > 0 && (n == 0 || len(tasks) < n) {
		some := files[:min(len(files), 8)]
		files = files[len(some):]
		found := make([]*bench.Task, len(some))
		why := make([]string, len(some))
		var wg sync.WaitGroup
		slots := make(chan struct{}, 2)
		for i, f := range some {
			wg.Go(func() {
				slots <- struct{}{}
				defer func() { <-slots }()
				found[i], why[i] = tortureTask(source, f, dir)
			})
		}
		wg.Wait()
		for i := range some {
			if found[i] == nil {
				skipped[why[i]]++
			} else if n == 0 || len(tasks) < n {
				tasks = append(tasks, *found[i])
			}
		}
	}
	return tasks, skipped, nil
}

// rank is a pseudo-random order of the tests that does not depend on their directory.
func rank(source, file string, seed uint64) uint64 {
	name, _ := filepath.Rel(source, file)
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", seed, name)
	return h.Sum64()
}

var (
	comment    = regexp.MustCompile(`(?s)/\*.*?\*/`)
	assembly   = regexp.MustCompile(`\b(asm|__asm|__asm__)\b`)
	extensions = regexp.MustCompile(`vector_size|\b_Complex\b|__complex`)
	dgOptions  = regexp.MustCompile(`dg-(?:additional-)?options\s+"([^"]*)"\s*(\{[^}]*\}[^}]*)?`)
	inclusion  = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*"([^"]+)".*$`)
)

// undefinedHere are tests whose result C leaves open, but gcc does not.
var undefinedHere = map[string]string{
	"20021127-1.c": "defines the library function llabs",
}

// meaning are options of gcc that cupel has no counterpart for and that matter.
var meaning = []string{"-finstrument-functions", "-ffast-math"}

// gccOptions returns the options that a test requires on this machine.
func gccOptions(text string) []string {
	var out []string
	for _, m := range dgOptions.FindAllStringSubmatch(text, -1) {
		if strings.Contains(m[2], "target") && (!strings.Contains(m[2], "x86_64") || strings.Contains(m[2], "ia32")) {
			continue
		}
		out = append(out, strings.Fields(m[1])...)
	}
	return out
}

// tortureTask makes a task of a test, or returns why it is not eligible.
func tortureTask(source, file, dir string) (*bench.Task, string) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err.Error()
	}
	options := gccOptions(string(text))
	switch {
	case !strings.Contains(string(text), "abort"):
		return nil, "cannot fail"
	case assembly.Match(comment.ReplaceAll(text, nil)):
		return nil, "assembly"
	case extensions.Match(text):
		return nil, "vectors or complex numbers"
	case undefinedHere[filepath.Base(file)] != "":
		return nil, undefinedHere[filepath.Base(file)]
	case slices.ContainsFunc(meaning, func(o string) bool { return slices.Contains(options, o) }):
		return nil, "options that change the meaning"
	}
	name, _ := filepath.Rel(source, file)
	name = strings.ReplaceAll(strings.TrimSuffix(name, ".c"), "/", "_")
	if why := accepted(file, filepath.Join(dir, name+".exe"), options); why != "" {
		return nil, why
	}
	body, err := withIncluded(file)
	if err != nil {
		return nil, err.Error()
	}
	path := filepath.Join(dir, name+".c")
	body = "#define abort reach_error\n#define __builtin_abort reach_error\n#line 1\n" + body
	if err := os.WriteFile(path, []byte(body), 0o644); err != nil {
		return nil, err.Error()
	}
	flags := []string{"--64"}
	if slices.Contains(options, "-fwrapv") {
		flags = append(flags, "--signed-overflow", "wrap")
	}
	return &bench.Task{Path: path, Name: "torture/" + name, Family: "torture", Expected: "true", Flags: flags}, ""
}

// accepted compiles and runs a test; "" when it ends as it should.
func accepted(file, exe string, options []string) string {
	pedantic, _ := exec.Command("gcc", append([]string{"-fsyntax-only", "-Wpedantic", file}, options...)...).CombinedOutput()
	if strings.Contains(string(pedantic), "forbids nested functions") {
		return "nested functions"
	}
	defer os.Remove(exe)
	if exec.Command("gcc", append(slices.Concat([]string{"-O0", "-w", "-m64"}, options), file, "-o", exe, "-lm")...).Run() != nil {
		return "does not compile"
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, exe)
	cmd.Dir = filepath.Dir(exe) // some write files
	if cmd.Run() != nil {
		return "does not end with exit code 0"
	}
	return ""
}

// withIncluded is the text of a test with the tests that it includes; one that includes itself
// finds itself beside its copy.
func withIncluded(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	out := inclusion.ReplaceAllStringFunc(string(text), func(line string) string {
		name := inclusion.FindStringSubmatch(line)[1]
		other := filepath.Join(filepath.Dir(file), name)
		if name == filepath.Base(file) {
			return line
		}
		if _, e := os.Stat(other); e != nil {
			return line
		}
		var inner string
		if inner, err = withIncluded(other); err != nil {
			return line
		}
		return inner
	})
	return out, err
}
