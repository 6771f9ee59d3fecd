package harness

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Coverage is gcov's result for a program and its included files, without system files.
type Coverage struct {
	Lines, Executed int
	Branches, Taken int // each condition of a short-circuit operator counts
	Runs            int // runs with counters
	Lost            int // runs without counters
}

// maxCounts bounds the counters of one run, and maxListing gcov's output, in bytes.
const (
	maxCounts  = 64 << 20
	maxListing = 256 << 20
)

// Cover compiles the program once for gcov and executes it on each of the sequences, confined as by RunAll. The
// program can only write to a pipe: it sends its counters to this process when it ends, however that happens,
// and gcov reads files made from them. For a run stopped because it does not terminate gcov may miss some of
// the last branches. gcc 12 or newer is required. A run also ends when it reads another input than the next one
// of its sequence.
func Cover(ctx context.Context, s *Spec, sequences []Sequence) (*Coverage, error) {
	f, err := newFeed(sequences)
	if err != nil {
		return nil, err
	}
	tmp, err := workplace()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	c := &covered{feed: f, dir: tmp, total: map[site]bool{}}
	if c.gcov, err = exec.LookPath("gcov"); err != nil {
		return nil, errors.New("harness: gcov is not installed")
	}
	if c.exe, err = c.compile(ctx, s); err != nil {
		return nil, err
	}
	if c.starter, err = newStarter(ctx, tmp); err != nil {
		return nil, err
	}
	if err := c.count(ctx, nil); err != nil { // everything, not executed
		return nil, err
	}
	out := &Coverage{}
	for _, seq := range sequences {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		counts, err := c.run(ctx, seq)
		if err != nil {
			return nil, err
		}
		if len(counts) == 0 {
			out.Lost++
			continue
		}
		out.Runs++
		if err := c.count(ctx, counts); err != nil {
			return nil, err
		}
	}
	for at, taken := range c.total {
		n, k := &out.Lines, &out.Executed
		if at.branch > 0 {
			n, k = &out.Branches, &out.Taken
		}
		if *n++; taken {
			*k++
		}
	}
	return out, nil
}

// covered is a program compiled for gcov.
type covered struct {
	*feed
	dir, exe, starter, gcov string
	total                   map[site]bool // whether it was executed
}

// site is a line, or a branch on it.
type site struct {
	file, function string
	line, branch   int // branch: from 1; 0: the line
}

// section holds the program's counters, delimited by the linker.
const section = "cupel_counters"

func (c *covered) compile(ctx context.Context, s *Spec) (string, error) {
	b := &build{dir: c.dir, model: s.Model, always: []string{"-fno-instrument-functions"}}
	if compiles(ctx, c.dir, zeroLocals) {
		b.always = append(b.always, zeroLocals)
	}
	if s.Wrap {
		b.always = append(b.always, "-fwrapv")
	}
	b.always = append(b.always, s.Flags...)
	b.flags = []string{"-fprofile-arcs", "-ftest-coverage", "-fprofile-info-section=" + section}
	object, called, err := c.object(ctx, b, s)
	if err != nil {
		return "", err
	}
	text := strings.ReplaceAll(c.source(s, called), "_Exit(", "cupel_leave(")
	text = "static void cupel_leave(int);\n" + text + coverText
	harness := filepath.Join(c.dir, File)
	if err := os.WriteFile(harness, []byte(text), 0o644); err != nil {
		return "", fmt.Errorf("harness: %w", err)
	}
	b.flags, b.libraries = nil, append(slices.Clone(linkFlags), "-lgcov")
	exe, said, err := b.link(ctx, object, harness)
	switch {
	case err == nil:
		return exe, nil
	case slices.Contains(missing(said), "__gcov_info_to_gcda"):
		return "", errors.New("harness: coverage needs gcc 12 or newer")
	}
	return "", unlinked(said)
}

// coverText writes the counters to descriptor 3 once at the end of the program, also if a signal ends it.
const coverText = `
struct gcov_info;
extern const struct gcov_info *const __start_` + section + `[];
extern const struct gcov_info *const __stop_` + section + `[];
void __gcov_info_to_gcda(const struct gcov_info *, void (*)(const char *, void *), void (*)(const void *, unsigned, void *), void *(*)(unsigned, void *), void *);

static unsigned char cupel_buffer[1 << 16];
static unsigned cupel_used;

static void cupel_flush(void) {
  unsigned n = 0;
  long k;
  while (n < cupel_used && (k = syscall(SYS_write, 3, cupel_buffer + n, cupel_used - n)) > 0) n += k;
  cupel_used = 0;
}

static void cupel_name(const char *name, void *arg) { (void)name; (void)arg; }

static void cupel_put(const void *data, unsigned n, void *arg) {
  (void)arg;
  for (unsigned i = 0; i < n; i++) {
    if (cupel_used == sizeof cupel_buffer) cupel_flush();
    cupel_buffer[cupel_used++] = ((const unsigned char *)data)[i];
  }
}

static void *cupel_room(unsigned n, void *arg) {
  static unsigned char room[1 << 20];
  static unsigned used;
  (void)arg;
  if (n > sizeof room - used) return 0;
  used += (n + 15) / 16 * 16;
  return room + used - (n + 15) / 16 * 16;
}

__attribute__((destructor(101))) static void cupel_dump(void) {
  static int done;
  if (done) return;
  done = 1;
  for (const struct gcov_info *const *i = __start_` + section + `; i < __stop_` + section + `; i++)
    __gcov_info_to_gcda(*i, cupel_name, cupel_put, cupel_room, 0);
  cupel_flush();
}

static void cupel_leave(int code) {
  cupel_dump();
  _Exit(code);
}

static void cupel_signal(int n) { cupel_leave(128 + n); }

__attribute__((constructor(102))) static void cupel_signals(void) {
  static const int all[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGXCPU, SIGTERM, SIGALRM};
  static unsigned char stack[1 << 16];
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction a = {.sa_handler = cupel_signal, .sa_flags = SA_ONSTACK};
  sigaltstack(&other, 0);
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) sigaction(all[i], &a, 0);
}
`

// run executes the program once and returns the counters.
func (c *covered) run(ctx context.Context, seq Sequence) ([]byte, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("harness: %w", err)
	}
	defer r.Close()
	clock, cancel := context.WithTimeout(ctx, clockFactor*time.Second)
	defer cancel()
	cmd := started(clock, c.starter, strconv.Itoa(1), c.exe)
	cmd.Dir, cmd.Env, cmd.ExtraFiles = c.dir, environment, []*os.File{w}
	cmd.Stdin = bytes.NewReader(c.records(seq))
	var errs head
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		w.Close()
		return nil, fmt.Errorf("harness: %w", err)
	}
	w.Close()
	stop := context.AfterFunc(clock, func() { r.Close() }) // another process may hold the pipe
	counts, failed := io.ReadAll(io.LimitReader(r, maxCounts))
	stop()
	if failed != nil || len(counts) == maxCounts {
		counts = nil
	}
	_ = cmd.Wait() // the exit status is irrelevant
	if cmd.ProcessState.ExitCode() == notConfined && bytes.HasPrefix(errs.text, []byte(launcher)) {
		return nil, fmt.Errorf("harness: the program is not run, because nothing confines it here: %s", bytes.TrimSpace(errs.text))
	}
	return counts, ctx.Err()
}

// count adds gcov's results for counters; nil: none.
func (c *covered) count(ctx context.Context, counts []byte) error {
	data := filepath.Join(c.dir, "program.gcda")
	if counts == nil {
		_ = os.Remove(data)
	} else if err := os.WriteFile(data, counts, 0o644); err != nil {
		return fmt.Errorf("harness: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, compileTime)
	defer cancel()
	cmd := command(ctx, limited, c.gcov, "--json-format", "--stdout", "--branch-probabilities", filepath.Join(c.dir, "program.gcno"))
	cmd.Dir = c.dir
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("harness: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("harness: gcov: %w", err)
	}
	var listing struct {
		Files []struct {
			File  string `json:"file"`
			Lines []struct {
				Number   int    `json:"line_number"`
				Count    int64  `json:"count"`
				Function string `json:"function_name"`
				Branches []struct {
					Count int64 `json:"count"`
				} `json:"branches"`
			} `json:"lines"`
		} `json:"files"`
	}
	bad := json.NewDecoder(io.LimitReader(out, maxListing)).Decode(&listing)
	_, _ = io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("harness: gcov: %w", err)
	}
	if bad != nil {
		return fmt.Errorf("harness: gcov's listing cannot be read: %w", bad)
	}
	for _, f := range listing.Files {
		if strings.HasPrefix(f.File, "/usr/") {
			continue
		}
		for _, l := range f.Lines {
			at := site{f.File, l.Function, l.Number, 0}
			c.total[at] = c.total[at] || l.Count > 0
			for i, br := range l.Branches {
				at.branch = i + 1
				c.total[at] = c.total[at] || br.Count > 0
			}
		}
	}
	return nil
}
