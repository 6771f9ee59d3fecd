package suites

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cupel/product/bench"
)

// csmithHeaders is where Debian puts the headers that the programs include.
const csmithHeaders = "/usr/include/csmith"

// profiles are the kinds of programs: small enough to be decided, and different.
var profiles = []struct {
	bits    string
	options string
}{
	{"64", "--max-funcs 3 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 5 --max-array-len-per-dim 5 --max-array-dim 2"},
	{"32", "--max-funcs 3 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 5 --max-array-len-per-dim 5 --max-array-dim 2"},
	{"64", "--max-funcs 4 --max-block-depth 2 --max-expr-complexity 4 --max-struct-fields 6 --max-union-fields 4 --max-array-len-per-dim 4 --no-packed-struct"},
	{"64", "--max-funcs 4 --max-block-depth 3 --max-expr-complexity 8 --no-structs --no-unions --no-arrays"},
	{"32", "--max-funcs 4 --max-block-depth 3 --max-block-size 3 --max-pointer-depth 3 --max-array-len-per-dim 4 --no-packed-struct"},
}

// judges are the compilations that must agree on a program.
var judges = [][]string{
	{"-O0"},
	{"-O2"},
	{"-O0", "-fsanitize=address,undefined", "-fno-sanitize=alignment", "-fno-sanitize-recover=all"},
}

// CsmithAvailable reports whether csmith and gcc are installed.
func CsmithAvailable() bool {
	_, err := exec.LookPath("csmith")
	_, err2 := exec.LookPath("gcc")
	_, err3 := os.Stat(csmithHeaders)
	return err == nil && err2 == nil && err3 == nil
}

// Csmith makes the tasks of the first n eligible programs from the seed on in dir: two for each,
// and two more with inputs for every program when inputs is set (which are eligible only when they
// have two global variables to choose values for). It returns the first seed that it has not used.
func Csmith(dir string, n int, seed uint64, inputs bool) ([]bench.Task, uint64, error) {
	headers, err := filepath.Glob(csmithHeaders + "/*.h")
	if err != nil {
		return nil, 0, err
	}
	for _, h := range headers {
		if err := os.Symlink(h, filepath.Join(dir, filepath.Base(h))); err != nil && !os.IsExist(err) {
			return nil, 0, err
		}
	}
	var tasks []bench.Task
	for tries := 0; n > 0; seed++ {
		if tries++; tries > 100 {
			return nil, 0, fmt.Errorf("csmith: no eligible program up to seed %d", seed)
		}
		p, err := newRandom(dir, seed)
		if err != nil {
			return nil, 0, err
		}
		if p == nil {
			continue
		}
		make := p.plain
		if inputs {
			make = p.inputs
		}
		ts, err := make()
		if err != nil {
			return nil, 0, err
		}
		if len(ts) > 0 {
			tasks = append(tasks, ts...)
			n--
			tries = 0
		}
	}
	return tasks, seed, nil
}

// random is a program by csmith.
type random struct {
	dir  string
	seed uint64
	bits string
	text string
}

// The main function of a program without arguments begins with mainHead; tables is where it has
// prepared the computation of the checksum.
const (
	mainHead = "int main (void)\n{\n"
	tables   = "crc32_gentab();\n"
)

var final = regexp.MustCompile(`platform_main_end\((.*),\s*print_hash_value\);`)

// newRandom generates a program; nil when csmith does not terminate.
func newRandom(dir string, seed uint64) (*random, error) {
	profile := profiles[seed%uint64(len(profiles))]
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	args := append([]string{"--seed", strconv.FormatUint(seed, 10), "--no-argc", "--concise"}, strings.Fields(profile.options)...)
	cmd := exec.CommandContext(ctx, "csmith", args...)
	cmd.Dir = dir // it writes a file about the platform
	out, err := cmd.Output()
	if err != nil {
		return nil, nil
	}
	text := comment.ReplaceAllString(string(out), "")
	if strings.Count(text, mainHead) != 1 || strings.Count(text, tables) != 1 || !final.MatchString(text) {
		return nil, fmt.Errorf("csmith: seed %d: an unexpected main function", seed)
	}
	return &random{dir, seed, profile.bits, text}, nil
}

var checksum = regexp.MustCompile(`checksum = ([0-9A-F]+)`)

// checksums compiles text with every judge and runs it with each list of arguments; nil when they
// do not agree on all checksums.
func (p *random) checksums(text string, arguments [][]string) ([]string, error) {
	var first []string
	for _, options := range judges {
		file, exe := filepath.Join(p.dir, "judge.c"), filepath.Join(p.dir, "judge")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return nil, err
		}
		args := append([]string{"-w", "-m" + p.bits, file, "-o", exe, "-lm"}, options...)
		if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("csmith: seed %d: %w\n%s", p.seed, err, out)
		}
		var sums []string
		for _, a := range arguments {
			sum := runJudge(exe, a)
			if sum == "" {
				return nil, nil
			}
			sums = append(sums, sum)
		}
		if first == nil {
			first = sums
		} else if !slices.Equal(first, sums) {
			return nil, nil
		}
	}
	return first, nil
}

// runJudge is the checksum that a program prints; "" when it fails or takes too long.
func runJudge(exe string, arguments []string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, exe, arguments...)
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0")
	out, err := cmd.Output()
	m := checksum.FindStringSubmatch(string(out))
	if err != nil || m == nil {
		return ""
	}
	return m[1]
}

// task writes a program that calls the error function when the condition on its checksum, crc,
// holds.
func (p *random) task(kind, text, condition, expected string) (bench.Task, error) {
	name := fmt.Sprintf("s%d-%s", p.seed, kind)
	text = "extern void reach_error(void);\nstatic void check_end(unsigned int crc) { if (" + condition + ") reach_error(); }\n" +
		final.ReplaceAllString(text, "check_end($1);")
	path := filepath.Join(p.dir, name+".c")
	return bench.Task{Path: path, Name: "csmith/" + name, Family: "csmith", Expected: expected, Flags: []string{"--" + p.bits}},
		os.WriteFile(path, []byte(text), 0o644)
}

// pair makes the two tasks of a program with the given set of checksums, of which chosen is one.
func (p *random) pair(kind, text string, sums []string, chosen string) ([]bench.Task, error) {
	var none []string
	for _, s := range sums {
		none = append(none, "crc != 0x"+s+"U")
	}
	safe, err := p.task(kind+"safe", text, strings.Join(none, " && "), "true")
	if err != nil {
		return nil, err
	}
	unsafe, err := p.task(kind+"unsafe", text, "crc == 0x"+chosen+"U", "false")
	return []bench.Task{safe, unsafe}, err
}

// plain makes the tasks of the program itself.
func (p *random) plain() ([]bench.Task, error) {
	sums, err := p.checksums(p.text, [][]string{nil})
	if sums == nil {
		return nil, err
	}
	return p.pair("", p.text, sums, sums[0])
}

var global = regexp.MustCompile(`(?m)^static u?int(?:8|16|32|64)_t (g_\d+) = \(?(-?(?:0x[0-9A-Fa-f]+|\d+))[UL]*\)?;`)

// inputs makes the tasks of the program with two inputs that choose the first values of two global
// variables, among four and three. All twelve executions are tried.
func (p *random) inputs() ([]bench.Task, error) {
	globals := global.FindAllStringSubmatch(p.text, -1)
	if len(globals) < 2 {
		return nil, nil
	}
	r := rand.New(rand.NewPCG(p.seed, 0))
	r.Shuffle(len(globals), func(i, j int) { globals[i], globals[j] = globals[j], globals[i] })
	arithmetic := r.IntN(3) == 0 // else a switch
	var choose strings.Builder
	for i, input := range []struct {
		name string
		n    int
	}{{"in_a", 4}, {"in_b", 3}} {
		name := globals[i][1]
		value, err := strconv.ParseInt(globals[i][2], 0, 64)
		if err != nil { // beyond int64_t
			return nil, nil
		}
		if arithmetic {
			fmt.Fprintf(&choose, "    %s = (long long)(%dULL + %s);\n", name, uint64(value), input.name)
			continue
		}
		values := []int64{value, value ^ 1, 0, int64(r.IntN(100)) + 1}
		fmt.Fprintf(&choose, "    switch (%s) {", input.name)
		for k, v := range values[:input.n] {
			fmt.Fprintf(&choose, " case %d: %s = (long long)%dULL; break;", k, name, uint64(v))
		}
		fmt.Fprintln(&choose, " }")
	}
	withMain := func(declaration, head string) string {
		text := strings.Replace(p.text, mainHead, declaration+head, 1)
		return strings.Replace(text, tables, tables+choose.String(), 1) // the text before it is the same for all
	}
	var all [][]string
	for a := range 4 {
		for b := range 3 {
			all = append(all, []string{strconv.Itoa(a), strconv.Itoa(b)})
		}
	}
	sums, err := p.checksums(withMain("#include <stdlib.h>\n", "int main (int argc, char **argv)\n{\n    int in_a = atoi(argv[1]), in_b = atoi(argv[2]);\n"), all)
	if sums == nil {
		return nil, err
	}
	chosen := sums[r.IntN(len(sums))]
	slices.Sort(sums)
	text := withMain("extern unsigned char __VERIFIER_nondet_uchar(void);\n", "int main (void)\n{\n"+
		"    unsigned char in_a = __VERIFIER_nondet_uchar(), in_b = __VERIFIER_nondet_uchar();\n    if (in_a >= 4 || in_b >= 3) return 0;\n")
	return p.pair("inputs-", text, slices.Compact(sums), chosen)
}
