package harness

import (
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Messages of a fed program that ends prematurely.
const (
	otherCode    = 108 // exit code with otherMessage
	otherMessage = "other inputs: "
	abortMessage = "ended by abort"
)

// inputPrefix begins the names of input functions.
const inputPrefix = "__VERIFIER_nondet_"

// otherInputs are input functions of other tools, in addition to those with the prefix nondet_, if the program
// does not define them.
var otherInputs = []string{"klee_int", "klee_range", "Frama_C_nondet", "Frama_C_interval", "Frama_C_unsigned_int_interval", "Frama_C_long_interval",
	"Frama_C_unsigned_long_interval", "Frama_C_long_long_interval", "Frama_C_unsigned_long_long_interval", "Frama_C_char_interval",
	"Frama_C_unsigned_char_interval", "Frama_C_short_interval", "Frama_C_unsigned_short_interval", "Frama_C_float_interval", "Frama_C_double_interval"}

// A feed is the harness of a program that reads its inputs from standard input at run time: records with the
// function called and its result. If the program calls another function it ends with a message.
type feed struct {
	names []string // input functions, sorted; records contain indices
	types map[string]string
	most  int // longest sequence
}

// newFeed collects the functions in sequences.
func newFeed(sequences []Sequence) (*feed, error) {
	f := &feed{types: map[string]string{}}
	for i, seq := range sequences {
		f.most = max(f.most, len(seq))
		for k, in := range seq {
			fail := func(what string) (*feed, error) {
				return nil, fmt.Errorf("harness: sequence %d, input %d (%s): %s", i+1, k+1, in.Callee, what)
			}
			switch t, known := f.types[in.Callee]; {
			case len(in.Bits) != valueBytes:
				return fail("no type of C has its value")
			case in.Type == "_Bool" && in.Bits[0] > 1:
				return fail("no truth value")
			case known && t != in.Type:
				return fail("is a " + in.Type + " here and a " + t + " before")
			}
			f.types[in.Callee] = in.Type
		}
	}
	f.names = slices.Sorted(maps.Keys(f.types))
	return f, nil
}

// records encodes a sequence for the program.
func (f *feed) records(seq Sequence) []byte {
	var b []byte
	for _, in := range seq {
		who, _ := slices.BinarySearch(f.names, in.Callee)
		b = binary.LittleEndian.AppendUint32(b, uint32(who))
		b = append(b, make([]byte, valueBytes-4)...)
		b = append(b, in.Bits...)
	}
	return b
}

// source returns the C text; others are input functions without values in any sequence.
func (f *feed) source(s *Spec, others []string) string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	w("#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <sys/syscall.h>\n\nlong syscall(long, ...);\n")
	w("\nstatic struct { unsigned who; unsigned char bits[%d] __attribute__((aligned(%d))); } cupel_values[%d];\n", valueBytes, valueBytes, max(1, f.most))
	w("static unsigned cupel_given, cupel_call;\nstatic const char *const cupel_names[] = {")
	for _, n := range f.names {
		w("\"%s\", ", n)
	}
	w("0};\n%s", strings.NewReplacer("QUIET", quiet, "OTHER_CODE", fmt.Sprint(otherCode)).Replace(feedText))
	for i, n := range f.names {
		w("\n%s %s %s() {\n  return *(%[2]s *)cupel_next(%[4]d);\n}\n", quiet, f.types[n], n, i)
	}
	for _, n := range others {
		w("\n%s void %s() {\n  cupel_load();\n  cupel_other(\"%s\");\n}\n", quiet, n, n)
	}
	for _, n := range []string{"abort", "__assert_fail"} { // calls of abort inside the library are no normal ends
		if !slices.Contains(s.Errors, n) {
			w("\n__attribute__((weak)) %s void %s() {\n  cupel_abort();\n}\n", quiet, n)
		}
	}
	rest(w, s)
	return b.String()
}

// feedText reads the inputs before main, or earlier if a constructor needs one.
const feedText = `
QUIET __attribute__((constructor(101))) static void cupel_load(void) {
  static int loaded;
  unsigned n = 0;
  long k;
  if (loaded) return;
  loaded = 1;
  while (n < sizeof cupel_values && (k = syscall(SYS_read, 0, (char *)cupel_values + n, sizeof cupel_values - n)) > 0) n += k;
  cupel_given = n / sizeof *cupel_values;
}

QUIET static void cupel_other(const char *name) {
  if (cupel_call < cupel_given)
    fprintf(stderr, "` + otherMessage + `call %u is of %.80s instead of %.80s\n", cupel_call + 1, name, cupel_names[cupel_values[cupel_call].who]);
  else
    fprintf(stderr, "` + otherMessage + `call %u is of %.80s, after all that are given\n", cupel_call + 1, name);
  _Exit(OTHER_CODE);
}

QUIET static void *cupel_next(unsigned who) {
  cupel_load();
  if (cupel_call >= cupel_given || cupel_values[cupel_call].who != who) cupel_other(cupel_names[who]);
  return cupel_values[cupel_call++].bits;
}

QUIET static void cupel_abort(void) {
  fprintf(stderr, "` + abortMessage + `\n");
  syscall(SYS_kill, (int)syscall(SYS_getpid), SIGABRT);
  _Exit(134);
}
`

// inputFunctions returns the input functions referenced by an object file. One that cannot be replaced is an
// error.
func inputFunctions(object string) ([]string, error) {
	f, err := elf.Open(object)
	if err != nil {
		return nil, fmt.Errorf("harness: %w", err)
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		return nil, fmt.Errorf("harness: %w", err)
	}
	var names []string
	for _, s := range symbols {
		other := s.Section == elf.SHN_UNDEF && (strings.HasPrefix(s.Name, "nondet_") || slices.Contains(otherInputs, s.Name))
		if !other && (!strings.HasPrefix(s.Name, inputPrefix) || s.Name == inputPrefix+"memory") {
			continue
		}
		if elf.ST_BIND(s.Info) == elf.STB_LOCAL {
			return nil, fmt.Errorf("harness: the program has a static function %s of its own, which cannot be given values", s.Name)
		}
		names = append(names, s.Name)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}
