package execution

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"cupel/internal/terminal"
)

// WriteText prints a trace, one line per step; repetitions are folded unless full is set.
func (t *Trace) WriteText(w io.Writer, full bool) error {
	out := &printer{w: bufio.NewWriter(w)}
	for i := range t.Steps {
		s := &t.Steps[i]
		out.lineWidth = max(out.lineWidth, len(fmt.Sprint(s.Line)))
		out.textWidth = max(out.textWidth, min(utf8.RuneCountInString(s.text())+2*max(s.Depth-1, 0), maxColumn))
	}
	items := fold(t)
	if full {
		items = nil
		for i := range t.Steps {
			if t.LeftOut > 0 && i == t.LeftOutAfter {
				items = append(items, item{left: t.LeftOut})
			}
			items = append(items, item{step: &t.Steps[i]})
		}
	}
	out.items(items, "")
	return out.w.Flush()
}

type printer struct {
	w                    *bufio.Writer
	lineWidth, textWidth int
	file, function       string
	depth                int
}

func (p *printer) items(items []item, indent string) {
	for i := range items {
		switch x := &items[i]; {
		case x.left > 0:
			fmt.Fprintf(p.w, "  %s... %d steps are left out ...\n", indent, x.left)
		case x.step != nil:
			p.step(x.step, indent)
		default:
			p.items(x.first, indent)
			p.repetition(x, indent)
		}
	}
}

func (p *printer) repetition(x *item, indent string) {
	lines := fmt.Sprintf("lines %d-%d", x.from, x.to)
	if x.from == x.to {
		lines = fmt.Sprintf("line %d", x.from)
	}
	times := fmt.Sprintf("%d more times", x.times)
	var values []string
	for _, c := range x.last[:min(len(x.last), shownChanges)] {
		values = append(values, c.String())
	}
	if n := len(x.last) - shownChanges; n > 0 {
		values = append(values, fmt.Sprintf("... and %d more", n))
	}
	text := fmt.Sprintf("  %s... %s %s", indent, times, lines)
	if len(values) > 0 {
		text += ", then " + strings.Join(values, ", ")
	}
	fmt.Fprintln(p.w, text)
}

// step prints a step; changes of file and function are separate lines.
func (p *printer) step(s *Step, indent string) {
	if s.Function != p.function || s.File != p.file || s.Depth != p.depth {
		switch {
		case strings.HasPrefix(s.Function, "#"):
			fmt.Fprintf(p.w, "  %sbefore main (%s)\n", indent, terminal.Line(s.File))
		case s.Function != "" && s.File == p.file:
			fmt.Fprintf(p.w, "  %s%s%s\n", indent, strings.Repeat("  ", max(s.Depth-1, 0)), s.Function)
		case s.Function != "":
			fmt.Fprintf(p.w, "  %s%s%s (%s)\n", indent, strings.Repeat("  ", max(s.Depth-1, 0)), s.Function, terminal.Line(s.File))
		case s.File != p.file:
			fmt.Fprintf(p.w, "  %s%s\n", indent, terminal.Line(s.File))
		}
		p.file, p.function, p.depth = s.File, s.Function, s.Depth
	}
	text := indent + strings.Repeat("  ", max(s.Depth-1, 0)) + s.text()
	line := fmt.Sprintf("  %*d  %s", p.lineWidth, s.Line, text)
	if values := s.values(); values != "" {
		pad := max(p.textWidth-utf8.RuneCountInString(text), 0)
		line += strings.Repeat(" ", pad) + "   " + values
	}
	fmt.Fprintln(p.w, line)
}

// text returns the statement with the outcome of a condition.
func (s *Step) text() string {
	switch s.Branch {
	case "":
		return s.Text
	case "true", "false", "default":
		return s.Text + " [" + s.Branch + "]"
	}
	return s.Text + " [case " + s.Branch + "]"
}

// String is the step in a line.
func (s *Step) String() string {
	text := s.text()
	if v := s.values(); v != "" {
		text += "   " + v
	}
	return strings.TrimSpace(text)
}

// values returns inputs not shown by a variable, and changes.
func (s *Step) values() string {
	var parts []string
	for _, in := range s.Inputs {
		shown := false
		for _, c := range s.Changes {
			shown = shown || c.Value == in.Value
		}
		if !shown {
			parts = append(parts, in.String())
		}
	}
	for _, c := range s.Changes {
		parts = append(parts, c.String())
	}
	return strings.Join(parts, ", ")
}
