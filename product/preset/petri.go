package preset

import "slices"

// petriAlone leaves a question to the thesis's algorithm 1.7: no other method, no reductions, and nothing of our own in it. The
// memo of algorithm 1.1 stays: it is among the optimisations of the original (1.1.4.6), as are stubborn sets. Trees are large.
var petriAlone = []Flag{
	{"algorithm", "cegar"}, {"no-reductions", "true"}, {"no-simplification", "true"}, {"no-invariants", "true"},
	{"exact", "false"}, {"on-the-way", "false"}, {"orders", "false"}, {"disjoint", "false"}, {"vectors", "false"}, {"chain", "false"},
	{"tree-markings", "1000000"},
}

// The contributions of section 1.6, each as what is set without it.
var petriContributions = []struct {
	number, doc string
	without     []Flag
}{
	{"1.1", "reachability of predicates", []Flag{{"predicates", "false"}}},
	{"1.2", "inhibitor arcs", []Flag{{"inhibitors", "false"}}},
	{"1.3", "distant invariants and the filter on remainders", []Flag{{"distant", "off"}, {"remainder-filter", "false"}}},
	{"1.4", "hybrid search over ordered partial solutions", []Flag{{"search", "dfs"}, {"ordering", "off"}}},
}

// petri are those of chapter 1 of the thesis on abstraction-based verification.
var petri = petriPresets()

func petriPresets() []Preset {
	preset := func(name, source, doc string, flags ...[]Flag) Preset {
		return Preset{Command: Petri, Name: name, Source: source, Doc: doc, Flags: slices.Concat(petriAlone, slices.Concat(flags...))}
	}
	distant := []Flag{{"distant", "on"}}
	// The text leaves open whether better markings or distant invariants come first: its figure 1.12 has the latter, the chains of
	// table 1.3 need the former.
	first := []Flag{{"better-first", "true"}}
	// The original algorithm tries no smaller estimates (1.1.4.11), and takes solutions by their sums (1.2.4).
	sara := []Flag{{"estimates", "false"}}
	bySum := []Flag{{"search", "best"}, {"ordering", "off"}}
	out := []Preset{
		preset("thesis", "thesis, section 1.2, algorithm 1.7", "all four contributions", distant),
		preset("dfs", "thesis, section 1.2.4.1, tables 1.2 and 1.3", "depth-first search", distant, first, []Flag{{"search", "dfs"}, {"ordering", "off"}}),
		preset("bfs", "thesis, section 1.2.4.2, table 1.3", "breadth-first search in the cones of base solutions", distant, first, []Flag{{"search", "bfs"}, {"ordering", "off"}}),
		preset("hybrid", "thesis, section 1.2.4.3, table 1.3", "hybrid search", distant, first),
		preset("generalized", "thesis, section 1.2.3.2, definition 1.10", "with generalised better markings, of which the text gives no bound", distant, []Flag{{"generalized", "100"}}),
	}
	var original []Flag
	for i, c := range petriContributions {
		var with []Flag
		if c.number != "1.3" {
			with = distant
		}
		out = append(out, preset("thesis-without-"+c.number, "thesis, section 1.6", "without "+c.doc, with, c.without))
		if i < 3 {
			original = append(original, c.without...)
		}
	}
	out = append(out, preset("original", "thesis, section 1.1.4; Wimmel and Wolf 2011", "the original algorithm (Sara)", sara, original, bySum))
	for _, c := range petriContributions {
		with := slices.Concat(sara, bySum, original)
		switch c.number {
		case "1.3":
			with = slices.Concat(without(with, c.without), distant)
		case "1.4":
			with = slices.Concat(sara, original)
		default:
			with = without(with, c.without)
		}
		out = append(out, preset("original-with-"+c.number, "thesis, section 1.6", "the original algorithm with "+c.doc, with))
	}
	return out
}

// without are the flags that are not in drop.
func without(flags, drop []Flag) []Flag {
	return slices.DeleteFunc(slices.Clone(flags), func(f Flag) bool { return slices.Contains(drop, f) })
}
