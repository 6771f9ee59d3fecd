package guided

import (
	"path/filepath"
	"strconv"
	"testing"

	"cupel/tests/verifying"
	"cupel/verifier"
)

// programs are the paper's examples, and a variant of EX-3 whose first loop branches.
var programs = map[string]string{
	"EX-1": `int N = __VERIFIER_nondet_int(), i = 0, min = 0; while (i < N) { min++; i++; } if (min < 1000) return 0; reach_error();`,
	"EX-2": `int N = __VERIFIER_nondet_int(), r = 0; while (N > 0) r = r + N--; check(r != 2);`,
	"EX-3": `int N = __VERIFIER_nondet_int(), M = __VERIFIER_nondet_int(), x = 2; while (N-- > 0) x = 2 * x; while (M-- > 0) x = x - 2; check(x != 1);`,
	"EX-3 with a branch": `int N = __VERIFIER_nondet_int(), M = __VERIFIER_nondet_int(), x = 2;
  while (N-- > 0) if (__VERIFIER_nondet_int()) x = 2 * x; else x = x + 6;
  while (M-- > 0) x = x - 4;
  check(x != 7);`,
	"Fig. 9": `int s0, s1, s2, c, state = 0;
  while (1) {
    c = __VERIFIER_nondet_int(); s0 = __VERIFIER_nondet_int(); s1 = __VERIFIER_nondet_int(); s2 = __VERIFIER_nondet_int();
    if (c == 68 && state == 0) state = 1;
    if (c == 79 && state == 1) state = 2;
    if (c == 71 && state == 2) state = 3;
    if (state == 3 && s0 == 67 && s1 == 65 && s2 == 84) reach_error();
  }`,
}

// endless is a budget that a search without end spends; what ends takes less for these programs, but EX-1 with its thousand iterations.
const endless = 300_000

func verify(t testing.TB, name, body string, units int) *verifier.Report {
	t.Helper()
	text := verifying.Prologue + "int main(void) {\n  " + body + "\n  return 0;\n}\n"
	return verifying.Run(t, verifying.Load(t, filepath.Join(t.TempDir(), "p.c"), text), units, verifying.Preset(name))
}

// stat is a statistic of the engine.
func stat(t testing.TB, rep *verifier.Report, name string) int {
	t.Helper()
	for _, s := range rep.Stats {
		if s.Name == name {
			n, err := strconv.Atoi(s.Value)
			if err != nil {
				t.Fatal(name, err)
			}
			return n
		}
	}
	t.Fatalf("no statistic %q in %v", name, rep.Stats)
	return 0
}

// TestExamples: verdicts, tests, dead ends and coverings are those that the paper tells.
func TestExamples(t *testing.T) {
	const some, any = -1, -2
	for _, c := range []struct {
		preset, program, verdict string
		units                    int
		tests, deadEnds, covered int
	}{
		// Section 2.1: the first model of the summary is the test that finds the error.
		{"gps", "EX-1", "FALSE", verifying.Usual, 1, 0, 0},
		{"gpslite", "EX-1", "FALSE", verifying.Usual, 1, 0, 0},
		{"cra", "EX-1", "UNKNOWN", verifying.Usual, 0, 0, 0},
		{"gps-nogas-nosum", "EX-1", "UNKNOWN", endless, some, some, any},
		{"impact", "EX-1", "UNKNOWN", endless, 0, some, any},
		// Section 2.2: the summary does not exclude the error, but it makes the leaves of a single test dead ends.
		{"cra", "EX-2", "UNKNOWN", verifying.Usual, 0, 0, 0},
		{"gpslite", "EX-2", "TRUE", verifying.Usual, 1, 2, 0},
		{"gps", "EX-2", "TRUE", verifying.Usual, 1, 2, any},
		// Section 2.3: no finite number of dead ends suffices, but their interpolants are invariant; those of single paths are not.
		{"cra", "EX-3", "UNKNOWN", verifying.Usual, 0, 0, 0},
		{"gpslite", "EX-3", "UNKNOWN", endless, some, some, 0},
		{"gps", "EX-3", "TRUE", verifying.Usual, some, some, some},
		{"gps-nogas", "EX-3", "TRUE", verifying.Usual, some, some, some},
		{"gps-nogas-nosum", "EX-3", "UNKNOWN", endless, some, some, some},
		{"impact", "EX-3", "UNKNOWN", endless, 0, some, some},
		{"gpslite", "EX-3 with a branch", "UNKNOWN", endless, some, some, 0},
		{"gps", "EX-3 with a branch", "TRUE", verifying.Usual, some, some, some},
		{"impact", "EX-3 with a branch", "UNKNOWN", endless, 0, some, some},
		// Section 5.3: without gas nothing makes the first test progress; whether it does depends on the solver's models.
		{"gps", "Fig. 9", "FALSE", verifying.Usual, 1, 0, 0},
		{"gps-nogas", "Fig. 9", "", endless, 1, 0, 0},
		{"gps-nogas-nosum", "Fig. 9", "UNKNOWN", endless, 1, 0, 0},
		{"cra", "Fig. 9", "UNKNOWN", verifying.Usual, 0, 0, 0},
	} {
		t.Run(c.preset+"/"+c.program, func(t *testing.T) {
			rep := verify(t, c.preset, programs[c.program], c.units)
			if rep.Verdict != c.verdict && (c.verdict != "" || rep.Verdict == "TRUE") {
				t.Fatalf("%s (%s); want %s", rep.Verdict, rep.Reason, c.verdict)
			}
			for name, want := range map[string]int{"tests": c.tests, "dead ends": c.deadEnds, "covered": c.covered} {
				if got := stat(t, rep, name); want == some && got == 0 || want >= 0 && got != want {
					t.Errorf("%s: %d; want %d", name, got, want)
				}
			}
		})
	}
}
