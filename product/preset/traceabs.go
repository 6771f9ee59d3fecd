package preset

// traceabs are those of "trace abstraction with abstract interpretation": the seven settings of its Table 1. Letters are large blocks
// (section 4). The text leaves open how the generalisation of a trace finds interpolants, for which a solver that refutes traces
// serves, and which of the valid triples between them are transitions: all.
var traceabs = []Preset{
	tableOne("traceabs-default", "Default: trace abstraction without modifications", "none", false),
	tableOne("traceabs-int", "INT: intervals on path programs", "int", false),
	tableOne("traceabs-int-enh", "INT Enh.: intervals, enhanced data automata", "int", true),
	tableOne("traceabs-oct", "OCT: octagons on path programs", "oct", false),
	tableOne("traceabs-oct-enh", "OCT Enh.: octagons, enhanced data automata", "oct", true),
	tableOne("traceabs-oct+con", "OCT+CON: octagons and congruences on path programs", "oct+con", false),
	tableOne("traceabs-oct+con-enh", "OCT+CON Enh.: octagons and congruences, enhanced data automata", "oct+con", true),
}

func tableOne(name, doc, domain string, enhanced bool) Preset {
	flags := []Flag{{"engine", "traceabs"}, {"encoding", "lbe"}, {"path-programs", domain}, {"interpolant-automata", "enhanced"},
		{"interpolation", "newton"}, {"predicates", "whole"}, {"unsliced", "true"}, {"unminimised", "true"}}
	if domain != "none" {
		data := "plain"
		if enhanced {
			data = "enhanced"
		}
		flags = append(flags, Flag{"data-automata", data}, Flag{"plain-domains", "true"}, Flag{"analysis-work", "0"})
	}
	return alone(name, "trace abstraction, section 4, Table 1", doc, flags...)
}
