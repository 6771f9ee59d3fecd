package verifier

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"cupel/analysis/execution"
	"cupel/core/diagram"
	"cupel/core/program"
	"cupel/evidence"
	"cupel/frontend/c/library"
	"cupel/internal/inputfile"
)

// illustrate adds to a report the additional contents of a page: the source texts, and the automata of the functions. A worker of a portfolio leaves
// that to its parent process.
func (s *source) illustrate(rep *Report) {
	if s == nil || s.setup.cfg.Report == "" || s.setup.run.member.link != nil {
		return
	}
	rep.Sources = s.texts(rep)
	lines := map[string][]string{}
	for _, f := range rep.Sources {
		lines[f.File] = strings.Split(f.Text, "\n")
	}
	passed := map[evidence.Passage]bool{}
	for _, p := range rep.Passed {
		passed[p] = true
	}
	switch {
	case s.model != nil:
		rep.Graphs = append(rep.Graphs, automaton(kindOf(s.setup.task.File).name, s.model.Locs, s.model.Init, s.model.Error, lines, func(e *program.Edge, _ int) bool { return passed[evidence.Passage{Edge: e.ID}] }))
	case s.module != nil:
		for _, fn := range s.module.Funcs {
			if !library.Within(fn.Pos.File) && !strings.HasPrefix(fn.Name, "#") && len(rep.Graphs) < maxGraphs {
				rep.Graphs = append(rep.Graphs, automaton("function "+fn.Name, fn.Locs, fn.Entry, s.module.Error, lines,
					func(_ *program.Edge, n int) bool { return passed[evidence.Passage{Func: fn.Name, Edge: n}] }))
			}
		}
	}
}

// texts are the file of the task and those in which something is that the report names.
func (s *source) texts(rep *Report) []evidence.Source {
	files := s.setup.task.Files()
	add := func(file string) {
		if file != "" && !library.Within(file) && !slices.Contains(files, file) && len(files) < maxTexts {
			files = append(files, file)
		}
	}
	if rep.Trace != nil {
		for i := range rep.Trace.Steps {
			add(rep.Trace.Steps[i].File)
		}
	}
	for _, a := range rep.Assumptions {
		add(a.File)
	}
	for _, i := range rep.Invariants {
		add(program.ParsePos(i.At).File)
	}
	var out []evidence.Source
	for _, file := range files {
		text := s.setup.task.Text
		if file != s.setup.task.File || text == nil {
			info, err := os.Stat(file)
			if err != nil || !info.Mode().IsRegular() || info.Size() > maxText {
				continue
			}
			if text, err = inputfile.Read(file, inputfile.Code); err != nil {
				continue
			}
		}
		if len(text) <= maxText {
			out = append(out, evidence.Source{File: file, Text: string(text)})
		}
	}
	return out
}

// automaton draws the control flow between locations. passed reports whether an execution passes an edge, given by its number, too.
func automaton(title string, locs []*program.Location, entry, failure *program.Location, lines map[string][]string, passed func(*program.Edge, int) bool) *diagram.Graph {
	g := &diagram.Graph{Title: title}
	number := map[*program.Location]int{}
	node := func(l *program.Location) int {
		n, ok := number[l]
		if ok {
			return n
		}
		n = len(number)
		number[l] = n
		x := diagram.Node{ID: n, Label: fmt.Sprintf("line %d", l.Pos.Line)}
		if !l.Pos.IsValid() {
			x.Label = "·"
		}
		switch {
		case l == failure:
			x.Kind, x.Label = diagram.Error, "error"
		case l.Cut != "":
			x.Kind, x.Label = diagram.Error, l.Cut
		case l == entry:
			x.Kind = diagram.Start
		case l.LoopPos.IsValid():
			x.Kind = diagram.Loop
		case len(l.Out) == 0:
			x.Label = "end"
		}
		g.Nodes = append(g.Nodes, x)
		return n
	}
	node(entry)
	n := -1
	for _, l := range locs {
		for _, e := range l.Out {
			if n++; l == entry || len(l.In) > 0 {
				g.Edges = append(g.Edges, diagram.Edge{From: node(l), To: node(e.Dst), Label: edgeText(e, lines), Marked: passed(e, n)})
			}
		}
	}
	return g.Cut(diagram.MaxNodes)
}

// edgeText is the statement of an edge, or its operations.
func edgeText(e *program.Edge, lines map[string][]string) string {
	switch pos := e.Pos; {
	case e.Branch != nil:
		text := execution.Statement(lines[e.Branch.Pos.File], e.Branch.Pos, true)
		return strings.TrimSpace(text + " [" + e.Branch.Value + "]")
	case len(e.Ops) == 0:
		return ""
	default:
		if text := execution.Statement(lines[pos.File], pos, false); text != "" {
			return text
		}
	}
	var ops []string
	for i := range e.Ops {
		ops = append(ops, e.Ops[i].String())
	}
	return strings.Join(ops, "; ")
}
