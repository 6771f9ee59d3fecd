package memory

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/evidence"
	"cupel/verifier"
)

// A lesson is a program of the textbook, with what its first lines say: what is asked, as "valid-memsafety: true" or "check bounds: violated", and perhaps
// "with --malloc-may-fail", and "today: unknown".
type lesson struct {
	file, asked, want string
	mended            bool // the variant without the error
	mayFail           bool
	open              bool
}

// check is the check that is asked for; "": a property is.
func (l *lesson) check() string {
	name, _ := strings.CutPrefix(l.asked, "check ")
	if name == l.asked {
		return ""
	}
	return name
}

// set makes a configuration that of the lesson.
func (l *lesson) set(c *verifier.Config) {
	c.MallocMayFail = l.mayFail
	if name := l.check(); name != "" {
		c.Checks = []string{name}
	}
}

// result is what a report says in the words of the lesson.
func (l *lesson) result(rep *verifier.Report) string {
	if l.check() == "" {
		return rep.Result
	}
	states := map[string]int{}
	for _, c := range rep.Checks {
		states[c.State]++
	}
	switch {
	case states[evidence.CheckViolated] > 0:
		return evidence.CheckViolated
	case states[evidence.CheckOpen] > 0 || rep.Verdict != "TRUE":
		return "unknown"
	}
	return evidence.CheckProved
}

// textbook are all programs of it.
func textbook(t *testing.T) (all []*lesson) {
	files, err := filepath.Glob("testdata/textbook/*.c")
	if err != nil || len(files) < 100 {
		t.Fatal(len(files), "programs", err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitN(string(text), "\n", 4)
		asked, want, _ := strings.Cut(strings.TrimPrefix(lines[0], "// "), ": ")
		l := &lesson{file: f, asked: asked, want: want, mended: strings.HasSuffix(f, ".mended.c")}
		for _, s := range lines[1:3] {
			l.mayFail = l.mayFail || s == "// with --malloc-may-fail"
			l.open = l.open || s == "// today: unknown"
		}
		if l.mended != (want == "true" || want == evidence.CheckProved) || l.open && !l.mended {
			t.Errorf("%s: expects %s", f, want)
		}
		all = append(all, l)
	}
	return all
}

// TestTextbook: the errors of textbooks are found, each under its name, and their mended variants are proved, or are open where the
// program says that they are today.
func TestTextbook(t *testing.T) {
	all, open := textbook(t), 0
	for _, l := range all {
		property := l.asked
		if l.check() != "" {
			property = "unreach-call"
		}
		rep := verify(t, l.file, property, l.set)
		switch got := l.result(rep); {
		case got == l.want && l.open:
			t.Logf("%s: is proved, so that it is open today no more", l.file)
		case got == l.want:
		case got == "unknown" && l.open:
			open++
		default:
			t.Errorf("%s: %s at %s (%s), want %s", l.file, got, rep.ErrorAt, rep.Reason, l.want)
		}
	}
	t.Logf("%d of %d programs are open", open, len(all))
}
