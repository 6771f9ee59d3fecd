package reproduce

import (
	"embed"
	"fmt"
	"io"
	"path/filepath"

	"cupel/internal/wholefile"
	"cupel/product/bench"
	"cupel/verifier"
)

//go:embed termination/*.c
var terminationPrograms embed.FS

// terminationExamples are programs of texts on termination, in C. An execution that overflows ends, so that verdicts in C and over the integers differ.
var terminationExamples = []struct{ name, paper, integers, c string }{
	{"podelski-rybalchenko-04-choice", "LICS 2004", "true", "true"},
	{"cook-podelski-rybalchenko-06-branches", "PLDI 2006", "true", "true"},
	{"cook-podelski-rybalchenko-06-ackermann", "PLDI 2006", "true", "true"},
	{"cook-podelski-rybalchenko-06-pointers", "PLDI 2006", "true", "true"},
	{"cook-podelski-rybalchenko-06-list", "in the style of PLDI 2006", "true", "true"},
	{"gupta-08-search", "POPL 2008", "true", "false"},
	{"chen-14-introduction", "TACAS 2014", "false", "false"},
	{"chen-14-nested", "TACAS 2014", "false", "false"},
	{"chen-14-aperiodic", "TACAS 2014", "false", "true"},
	{"heizmann-hoenicke-podelski-14-sort", "CAV 2014", "true", "true"},
	{"leike-heizmann-14-phases", "TACAS 2014", "true", "true"},
	{"leike-heizmann-14-nested", "TACAS 2014", "true", "true"},
	{"chen-david-15-procedures", "ASE 2015", "true", "true"},
	{"leike-heizmann-18-inputs", "TACAS 2018", "false", "true"},
	{"leike-heizmann-18-inputs-unsigned", "TACAS 2018", "false", "false"},
	{"leike-heizmann-18-two", "TACAS 2018", "false", "true"},
	{"leike-heizmann-18-two-unsigned", "TACAS 2018", "false", "false"},
	{"leike-heizmann-18-nilpotent", "TACAS 2018", "false", "true"},
	{"leike-heizmann-18-nilpotent-unsigned", "TACAS 2018", "false", "false"},
	{"zhu-kincaid-21-step", "PLDI 2021", "true", "true"},
	{"hensel-22-two-loops", "TACAS 2022", "false", "false"},
}

// termination are the examples of texts on termination, with all steps and with each alone.
var termination = []*Experiment{terminationPapers()}

func terminationPapers() *Experiment {
	e := &Experiment{
		Name: "termination-papers", Paper: "termination", Command: "verify", Generate: writeTermination, From: "programs of the texts",
		Title:       "Termination: examples of the texts, and the step that decides each",
		Source:      "the verdicts over the integers are those of the texts that each program names",
		TaskColumns: []string{"text", "verdict over the integers", "verdict in C"},
		Answer:      func(r *bench.Run) string { return fmt.Sprintf("%s (%s s)", r.DecidedBy, number(r.CPU)) },
		Runs:        []Setting{{Label: "all steps", Preset: "default"}},
		Differences: []string{
			"The programs are restated in C, where an int that overflows ends the execution: loops that go on for ever over the integers end then. With unsigned variables, which wrap, some of them do not. Expected are the verdicts in C.",
			"A step alone has no runs in the interpreter before it.",
		},
	}
	for _, step := range verifier.RankingNames() {
		e.Runs = append(e.Runs, Setting{Label: step, Preset: "default", Flags: []string{"--no-run", "--ranking", step}})
	}
	for _, x := range terminationExamples {
		e.ByTask = append(e.ByTask, TaskFigures{x.name, []string{x.paper, x.integers, x.c}})
	}
	return e
}

// writeTermination writes the programs into a directory.
func writeTermination(dir string) ([]bench.Task, error) {
	var tasks []bench.Task
	for _, x := range terminationExamples {
		text, err := terminationPrograms.ReadFile("termination/" + x.name + ".c")
		if err != nil {
			return nil, err
		}
		file := filepath.Join(dir, x.name+".c")
		if err := wholefile.Write(file, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		}); err != nil {
			return nil, err
		}
		digest, err := bench.Digest([]string{file})
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, bench.Task{Path: file, Name: x.name, Family: "termination", Expected: x.c, Digest: digest, Flags: []string{"--property", "termination"}, Property: "termination"})
	}
	return tasks, nil
}
