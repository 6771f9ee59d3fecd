package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"cupel/core/program"
	"cupel/evidence"
)

// WriteGitHub writes verdicts as workflow commands, which GitHub shows as annotations of lines: errors for
// violations and unreadable inputs, warnings for missing verdicts, notices for proofs.
func WriteGitHub(w io.Writer, tasks ...Task) error {
	b := bufio.NewWriter(w)
	for _, t := range tasks {
		r := t.Report
		switch {
		case r == nil:
			annotate(b, "error", placeOf(t.Wrong, t.Name), "wrong input", t.Wrong)
		case t.AsExpected:
			annotate(b, "notice", r.Program, strings.ToLower(r.Verdict), Sentence(r))
		case r.Verdict == "FALSE":
			text := Sentence(r)
			if in := inputs(r); in != "" {
				text += "\nInputs: " + in
			}
			if r.Fault != nil {
				text += "\nMemory: " + r.Fault.Text
			}
			annotate(b, "error", r.ErrorAt, r.Result, text)
		case r.Verdict == "TRUE":
			annotate(b, "notice", r.Program, "true", Sentence(r))
		case r.Disagrees():
			annotate(b, "warning", r.ErrorAt, "unknown", Sentence(r))
		default:
			annotate(b, "warning", r.Program, "unknown", Sentence(r))
		}
		if r != nil {
			annotateChecks(b, r, t.AsExpected)
		}
	}
	return b.Flush()
}

// annotateChecks annotates the checks that are violated or open.
func annotateChecks(w io.Writer, r *evidence.Report, expected bool) {
	for i := range r.Checks {
		c := &r.Checks[i]
		level := map[string]string{evidence.CheckViolated: "error", evidence.CheckOpen: "warning"}[c.State]
		if level == "" || headline(r, c) {
			continue
		}
		if expected {
			level = "notice"
		}
		text := checkSentence(c)
		if c.Fault != nil {
			text += "\nMemory: " + c.Fault.Text
		}
		annotate(w, level, c.At, c.Kind, text)
	}
}

// annotate writes ::error file=a.c,line=3,col=5,title=...::text.
func annotate(w io.Writer, level, where, title, text string) {
	pos := program.ParsePos(where)
	props := []string{"file=" + property(pos.File)}
	if pos.Line > 0 {
		props = append(props, fmt.Sprintf("line=%d", pos.Line))
	}
	if pos.Col > 0 {
		props = append(props, fmt.Sprintf("col=%d", pos.Col))
	}
	props = append(props, "title="+property("cupel: "+title))
	fmt.Fprintf(w, "::%s %s::%s\n", level, strings.Join(props, ","), data.Replace(text))
}

// data and property escape characters with a meaning in commands.
var data = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")

func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data.Replace(s))
}
