package report

import (
	"slices"
	"strings"

	"cupel/analysis/execution"
	"cupel/core/program"
	"cupel/engine"
	"cupel/evidence"
	"cupel/internal/lazyregexp"
)

// warned are the warnings of a report, those with the same text together.
type warned struct {
	Kinds  []warning
	Places int // of all of them; 0: none has a place
}

// Few reports whether the warnings are shown without being asked for.
func (w warned) Few() bool { return len(w.Kinds) <= 3 }

// warning is a text and the places it is about.
type warning struct {
	Text   string
	Places []string
}

var placed = lazyregexp.New(`^(\S+:\d+:\d+): (?:warning: )?(.*)$`)

// grouped puts warnings with the same text together, in the order of their first ones.
func grouped(warnings []string) (w warned) {
	at := map[string]int{}
	for _, text := range warnings {
		place := ""
		if m := placed().FindStringSubmatch(text); m != nil {
			place, text = m[1], m[2]
		}
		i, ok := at[text]
		if !ok {
			i = len(w.Kinds)
			at[text] = i
			w.Kinds = append(w.Kinds, warning{Text: text})
		}
		if k := &w.Kinds[i]; place != "" && !slices.Contains(k.Places, place) {
			k.Places = append(k.Places, place)
			w.Places++
		}
	}
	return w
}

// failed is the text of the statement at the error: the assertion that fails, or the call of the error function. A statement that continues
// on further lines is cut.
func failed(r *evidence.Report) string {
	if r.Verdict != "FALSE" {
		return ""
	}
	if t := r.Trace; t != nil && len(t.Steps) > 0 {
		return t.Steps[len(t.Steps)-1].Text
	}
	pos := program.ParsePos(r.ErrorAt)
	for _, s := range r.Sources {
		if s.File == pos.File {
			return execution.Statement(strings.Split(s.Text, "\n"), pos, false)
		}
	}
	return ""
}

// advices suggests remedies: first for the constructs that an engine of several did not support, since more time would not help there.
func advices(r *evidence.Report) (all []string) {
	kind := r.ReasonKind
	if p := r.Portfolio; p != nil && r.Verdict == "UNKNOWN" {
		var said []string
		for _, m := range p.Members {
			if strings.Contains(m.Reason, "unsupported") && !slices.Contains(said, m.Reason) {
				said = append(said, m.Reason)
			}
		}
		for _, reason := range said {
			all = append(all, "Not supported: "+strings.TrimPrefix(reason, "unsupported: ")+".")
		}
		if len(said) > 0 && (kind == string(engine.TimeLimit) || kind == string(engine.CPULimit)) {
			kind = string(engine.Unsupported)
		}
	}
	if text := advice(kind); text != "" {
		all = append(all, text)
	}
	return all
}
