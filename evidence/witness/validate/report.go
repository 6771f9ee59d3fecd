package validate

import (
	"fmt"
	"io"
	"strings"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

type logicTerm = logic.Term

// A Report is the result of a validation.
type Report struct {
	Witness  string `json:"witness"`
	Format   string `json:"format"`
	Kind     string `json:"kind"` // violation or correctness
	Producer string `json:"producer"`
	Program  string `json:"program"`
	Property string `json:"property"`
	Model    string `json:"data_model"`

	// Result is confirmed, rejected or unknown. Verdict is the verdict on the program with the witness, as
	// validators report it.
	Result  string `json:"result"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"`

	Proof       string      `json:"proof,omitempty"`
	Trusted     []string    `json:"trusted,omitempty"`
	Invariants  []Invariant `json:"invariants,omitempty"`
	Inputs      []Input     `json:"inputs,omitempty"` // of the execution found
	ErrorAt     string      `json:"error_at,omitempty"`
	Steps       int         `json:"steps,omitempty"`
	Unsupported []Remark    `json:"unsupported,omitempty"`
	Notes       []string    `json:"notes,omitempty"`
	Warnings    []string    `json:"warnings,omitempty"`
	Assumptions []string    `json:"assumptions,omitempty"`
}

// An Invariant is one of the witness with its status.
type Invariant struct {
	At      string `json:"at"`
	Expr    string `json:"expression"`
	Holds   bool   `json:"holds,omitempty"` // proven
	Fails   bool   `json:"fails,omitempty"` // false in the execution found
	Refused string `json:"not_checked,omitempty"`
}

// An Input is an input of the execution found.
type Input struct {
	Call  string `json:"call"`
	Value string `json:"value"`
	At    string `json:"at"`
}

// A Remark concerns a place in the witness.
type Remark struct {
	At   string `json:"at"`
	Text string `json:"text"`
}

func (r *Report) verdict(verdict, result, reason string) {
	r.Verdict, r.Result, r.Reason = verdict, result, reason
}

func (r *Report) unknown(format string, args ...any) {
	r.verdict("UNKNOWN", "unknown", fmt.Sprintf(format, args...))
}

func (r *Report) notes(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	for _, n := range r.Notes {
		if n == s {
			return
		}
	}
	r.Notes = append(r.Notes, s)
}

// execution reports the execution found.
func (r *Report) execution(out *interp.Outcome, g *program.Goal, at program.Pos, t *text) {
	r.Steps, r.ErrorAt = out.Steps, at.String()
	for _, in := range out.Inputs {
		pos, _ := t.original(in.Input.Pos)
		v := in.Value.String()
		if in.Value.Sort().IsBV() && in.Value.IsConst() {
			if v = in.Value.BVBig().String(); in.Input.Signed {
				v = in.Value.BVSigned().String()
			}
		}
		r.Inputs = append(r.Inputs, Input{in.Input.Callee, v, pos.String()})
	}
	for _, d := range out.Depends {
		if d.Op != nil && d.Op.Unknown != nil && !strings.HasPrefix(d.Op.Unknown.Name, prefix) {
			r.notes("the execution depends on %s: %s", d.Op.Unknown.Kind, d.Op.Unknown.Name)
		}
	}
}

// ExitCode is 0 if confirmed, 1 if rejected, else 2.
func (r *Report) ExitCode() int {
	switch r.Result {
	case "confirmed":
		return 0
	case "rejected":
		return 1
	}
	return 2
}

// shown limits the listed inputs and invariants.
const shown = 20

// WriteText prints the report; the last line is the verdict.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	line := func(what, format string, args ...any) {
		fmt.Fprintf(&b, "%-12s%s\n", what+":", fmt.Sprintf(format, args...))
	}
	line("witness", "%s, %s, %s, by %s", r.Witness, r.Format, r.Kind, r.Producer)
	line("program", "%s, %s", r.Program, r.Model)
	line("property", "%s", r.Property)
	for i, k := range r.Invariants {
		if i == shown {
			line("invariant", "... (%d invariants)", len(r.Invariants))
			break
		}
		status := "not proven"
		switch {
		case k.Fails:
			status = "does not hold"
		case k.Refused != "":
			status = "not checked: " + k.Refused
		case k.Holds:
			status = "holds"
		}
		line("invariant", "%s: %s: %s", k.At, k.Expr, status)
	}
	if r.Proof != "" {
		line("proof", "%s", r.Proof)
	}
	if len(r.Trusted) > 0 {
		line("trusted", "%s", strings.Join(r.Trusted, ", "))
	}
	if r.Steps > 0 {
		line("execution", "%d steps in the interpreter, to %s", r.Steps, r.ErrorAt)
	}
	for i, in := range r.Inputs {
		if i == shown {
			line("input", "... (%d inputs)", len(r.Inputs))
			break
		}
		line("input", "%s = %s   at %s", in.Call, in.Value, in.At)
	}
	for _, k := range r.Unsupported {
		line("unsupported", "%s: %s", k.At, k.Text)
	}
	for _, n := range r.Notes {
		line("note", "%s", n)
	}
	for _, n := range r.Warnings {
		line("warning", "%s", n)
	}
	for _, n := range r.Assumptions {
		line("assumed", "%s", n)
	}
	line("result", "%s", r.Result)
	verdict := r.Verdict
	if r.Reason != "" {
		verdict += " (" + r.Reason + ")"
	}
	fmt.Fprintf(&b, "VERDICT: %s\n", verdict)
	_, err := io.WriteString(w, b.String())
	return err
}
