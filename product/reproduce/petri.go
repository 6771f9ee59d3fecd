package reproduce

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"cupel/internal/wholefile"
	"cupel/product/bench"
	nets "cupel/product/petri"
	"cupel/product/petri/models"
	"cupel/product/petri/pnml"
)

// sequenceLength is the statistic of a firing sequence, which table 1.3 calls its cost.
const sequenceLength = "length of the firing sequence"

// petriTool is cupel petri as a command that package bench runs, one property at a time.
var petriTool = &bench.Tool{
	Name: "petri",
	Arguments: func(o bench.Options) []string {
		return []string{"petri", "--format", "json", "--timeout", o.Wall().String()}
	},
	Read: func(r *bench.Run, stdout []byte, _ string, exit int) bool {
		var rep struct {
			Properties []struct {
				Verdict    string             `json:"verdict"`
				Sequence   []string           `json:"sequence"`
				Reasons    []string           `json:"reasons"`
				Statistics map[string]float64 `json:"statistics"`
			} `json:"properties"`
		}
		if json.Unmarshal(stdout, &rep) != nil || len(rep.Properties) != 1 {
			return false
		}
		p := rep.Properties[0]
		if code, ok := map[string]int{"TRUE": 0, "FALSE": 1, "CANNOT_COMPUTE": 2}[p.Verdict]; !ok || code != exit {
			return false
		}
		r.Verdict, r.Stats = p.Verdict, p.Statistics
		if p.Verdict == "CANNOT_COMPUTE" {
			r.Verdict, r.Reason = "UNKNOWN", strings.Join(p.Reasons, "; ")
		}
		if len(p.Sequence) > 0 {
			if r.Stats == nil {
				r.Stats = map[string]float64{}
			}
			r.Stats[sequenceLength] = float64(len(p.Sequence))
		}
		return true
	},
	Categorize: func(r *bench.Run, t bench.Task) string { return bench.Categorize(r.Verdict, t) },
}

// A generated net of package models, whose target can be reached or not.
type generated struct {
	label  string // as the text calls it
	name   string
	k      []int64
	target bool
}

// generatedNets is where they are from.
const generatedNets = "generated nets"

// inDirectory writes the nets and their properties into a directory, as tasks.
func inDirectory(all []generated) func(dir string) ([]bench.Task, error) {
	return func(dir string) ([]bench.Task, error) {
		var tasks []bench.Task
		for _, g := range all {
			net, property, err := models.Generate(g.name, g.k...)
			if err != nil {
				return nil, err
			}
			file, question := filepath.Join(dir, net.Name+".pnml"), filepath.Join(dir, net.Name+".xml")
			if err := wholefile.Write(file, func(w io.Writer) error { return pnml.Write(w, net) }); err != nil {
				return nil, err
			}
			if err := wholefile.Write(question, func(w io.Writer) error { return pnml.WriteProperties(w, net, []nets.Property{property}) }); err != nil {
				return nil, err
			}
			digest, err := bench.Digest([]string{file, question})
			if err != nil {
				return nil, err
			}
			tasks = append(tasks, bench.Task{Path: file, Name: g.label, Family: g.name, Expected: fmt.Sprint(g.target), Digest: digest, Flags: []string{"--properties", question}})
		}
		return tasks, nil
	}
}

// family are nets of a family for several parameters, labelled PREFIX-K.
func family(prefix, name string, target bool, of func(k int64) []int64, ks ...int64) (out []generated) {
	for _, k := range ks {
		out = append(out, generated{fmt.Sprintf("%s-%d", prefix, k), name, of(k), target})
	}
	return out
}

// one passes a parameter on.
func one(k int64) []int64 { return []int64{k} }

// petriDifferences are those of the experiments on nets.
var petriDifferences = []string{
	"The nets are generated. The text defines the dining philosophers and the counter; FMS and Kanban are as in their sources with targets of our own, distant and chain nets are rebuilt from what the text tells about them.",
}

// petri are the experiments of section 1.3.
var petri = []*Experiment{petriModels(), petriSearch(), petriContributions()}

// petriModels is Table 1.2.
func petriModels() *Experiment {
	var all []generated
	add := func(gs []generated) { all = append(all, gs...) }
	add(family("FMS", "fms", true, one, 10, 50, 100, 200, 400, 800, 1600, 3200, 6400, 12800))
	add(family("Kanban", "kanban", true, one, 10, 13, 16, 19, 22, 25))
	add(family("Dphil", "dphil", true, one, 10, 20, 30, 50, 100, 200))
	add(family("Distant", "distant", true, func(k int64) []int64 { return []int64{k, 1} }, 1, 2, 3, 4, 5, 6, 7))
	e := &Experiment{
		Name: "petri-table1.2", Paper: "petri", Command: "petri", Tool: petriTool, Generate: inDirectory(all), From: generatedNets,
		Title:  "CEGAR for Petri nets: Table 1.2, scalable models",
		Source: "table 1.2 of the thesis on abstraction-based verification (PetriDotNet, 600 s)",
		Runs: []Setting{
			{Label: "thesis", Preset: "thesis"}, {Label: "original", Preset: "original"}, {Label: "default", Preset: "default"},
		},
		TaskColumns: []string{"published: ours s", "published: Sara s", "published: saturation s"},
		Orders: []Order{
			{"the new algorithm decides more than the original one (Distant 2 to 7: inconclusive there)", "thesis", "original", Solved},
		},
		Differences: append([]string{"Distant-N is the chain of N buffers with one token missing."}, petriDifferences...),
	}
	for _, row := range []struct{ task, ours, sara, saturation string }{
		{"FMS-10", "0.041", "0.001", "0.06"}, {"FMS-50", "0.048", "0.018", "1.09"}, {"FMS-100", "0.056", "0.059", "8.03"}, {"FMS-200", "0.071", "0.278", "69.7"},
		{"FMS-400", "0.105", "0.868", "TO"}, {"FMS-800", "0.226", "3.537", "TO"}, {"FMS-1600", "0.317", "ERR", "TO"}, {"FMS-3200", "0.65", "ERR", "TO"}, {"FMS-6400", "1.274", "ERR", "TO"}, {"FMS-12800", "2.54", "ERR", "TO"},
		{"Kanban-10", "0.032", "0.03", "0.002"}, {"Kanban-13", "1.074", "0.05", "0.003"}, {"Kanban-16", "3.055", "0.09", "0.01"}, {"Kanban-19", "7.128", "0.134", "0.03"}, {"Kanban-22", "16.039", "0.2", "0.03"}, {"Kanban-25", "31.181", "0.268", "0.05"},
		{"Dphil-10", "0.078", "0.005", "0.01"}, {"Dphil-20", "0.204", "0.012", "0.02"}, {"Dphil-30", "0.399", "0.021", "0.03"}, {"Dphil-50", "1.156", "0.037", "0.03"}, {"Dphil-100", "6.989", "0.094", "0.04"}, {"Dphil-200", "67.603", "0.33", "0.05"},
		{"Distant-1", "0.027", "0.001", "-"}, {"Distant-2", "0.068", "NS", "-"}, {"Distant-3", "0.083", "NS", "-"}, {"Distant-4", "0.116", "NS", "-"}, {"Distant-5", "0.078", "NS", "-"}, {"Distant-6", "0.063", "NS", "-"}, {"Distant-7", "0.137", "NS", "-"},
	} {
		e.ByTask = append(e.ByTask, TaskFigures{row.task, []string{row.ours, row.sara, row.saturation}})
	}
	return e
}

// petriSearch is Table 1.3.
func petriSearch() *Experiment {
	var all []generated
	e := &Experiment{
		Name: "petri-table1.3", Paper: "petri", Command: "petri", Tool: petriTool, From: generatedNets,
		Title:  "CEGAR for Petri nets: Table 1.3, search strategies",
		Source: "table 1.3 of the thesis on abstraction-based verification (PetriDotNet, 600 s); in parentheses the cost, the length of the firing sequence",
		Runs: []Setting{
			{Label: "DFS", Preset: "dfs"}, {Label: "BFS", Preset: "bfs"}, {Label: "hybrid", Preset: "hybrid"},
		},
		Statistics:  []string{sequenceLength},
		TaskColumns: []string{"published: DFS s (cost)", "published: BFS s (cost)", "published: hybrid s (cost)"},
		Orders: []Order{
			{"depth-first search is faster than breadth-first", "DFS", "BFS", Time},
			{"the hybrid search is faster than breadth-first", "hybrid", "BFS", Time},
			{"breadth-first search finds shorter sequences than depth-first", "BFS", "DFS", FewerOf(sequenceLength)},
			{"the hybrid search finds shorter sequences than depth-first", "hybrid", "DFS", FewerOf(sequenceLength)},
		},
		Differences: append([]string{"The rows with another order of places and transitions (*) are left out: the text does not tell the order."}, petriDifferences...),
	}
	for _, row := range []struct {
		n, k           int64
		dfs, bfs, both string
	}{
		{1, 2, "0.04 (7)", "0.055 (7)", "0.039 (7)"}, {1, 3, "0.095 (13)", "0.828 (13)", "0.1 (13)"}, {1, 4, "0.291 (21)", "85.24 (21)", "0.288 (21)"},
		{1, 5, "54.59 (39)", "TO (31)", "56.36 (39)"}, {2, 2, "0.076 (11)", "0.277 (11)", "0.074 (11)"}, {2, 3, "0.197 (19)", "12.768 (19)", "0.288 (23)"},
	} {
		label := fmt.Sprintf("Chain %d+%d", row.n, row.k)
		all = append(all, generated{label, "chain", []int64{row.n, row.k}, true})
		e.ByTask = append(e.ByTask, TaskFigures{label, []string{row.dfs, row.bfs, row.both}})
	}
	e.Generate = inDirectory(all)
	return e
}

// petriContributions is what section 1.6 claims.
func petriContributions() *Experiment {
	all := []generated{
		{"fig1.3", "fig1.3", nil, true}, {"fig1.5a", "fig1.5a", nil, true}, {"fig1.5b", "fig1.5b", nil, true}, {"fig1.8", "fig1.8", nil, true}, {"fig1.10", "fig1.10", nil, true},
		{"fig1.11", "fig1.11", nil, true}, {"fig1.12", "fig1.12", nil, true}, {"fig1.13a", "fig1.13a", nil, true}, {"fig1.13b", "fig1.13b", nil, false},
	}
	all = append(all, family("counter", "counter", true, one, 3, 5, 8)...)
	all = append(all, family("dphil", "dphil", true, one, 10, 20)...)
	for _, missing := range []int64{1, 2} {
		all = append(all, family(fmt.Sprintf("distant-missing-%d", missing), "distant", true, func(k int64) []int64 { return []int64{k, missing} }, 1, 2, 3, 4)...)
		all = append(all, family(fmt.Sprintf("distant-neg-missing-%d", missing), "distant-neg", false, func(k int64) []int64 { return []int64{k, missing} }, 1, 2)...)
	}
	all = append(all, generated{"chain-1+3", "chain", []int64{1, 3}, true}, generated{"chain-2+2", "chain", []int64{2, 2}, true})
	e := &Experiment{
		Name: "petri-contributions", Paper: "petri", Command: "petri", Tool: petriTool, Generate: inDirectory(all), From: generatedNets,
		Title:       "CEGAR for Petri nets: the contributions 1.1 to 1.4, one by one",
		Source:      "section 1.6 of the thesis on abstraction-based verification claims each; it has no table of them",
		Differences: petriDifferences,
	}
	names := []string{"thesis", "thesis-without-1.1", "thesis-without-1.2", "thesis-without-1.3", "thesis-without-1.4", "original", "original-with-1.1", "original-with-1.2", "original-with-1.3", "original-with-1.4", "default"}
	for _, n := range names {
		e.Runs = append(e.Runs, Setting{Label: n, Preset: n})
	}
	for i, what := range []string{"reachability of predicates (1.1)", "inhibitor arcs (1.2)", "distant invariants (1.3)"} {
		number := fmt.Sprintf("1.%d", i+1)
		e.Orders = append(e.Orders,
			Order{"with " + what + " more is decided", "thesis", "thesis-without-" + number, Solved},
			Order{what + " alone decides more than the original algorithm", "original-with-" + number, "original", Solved})
	}
	e.Orders = append(e.Orders, Order{"the hybrid search with ordered partial solutions (1.4) is faster", "thesis", "thesis-without-1.4", Time})
	return e
}
