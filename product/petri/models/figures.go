package models

// figure is a net without parameters.
func figure(number, doc, net, target string) Model {
	return Model{Name: "fig" + number, Doc: doc, build: func([]int64) (string, string) { return net, target }}
}

// figures are those of the text.
var figures = []Model{
	figure("1.1", "a chemical process; both gases can become empty", "H2=2 O2=1 H2O=2\nt0: 2H2+O2 -> 2H2O\nt1: 2H2O -> 2H2+O2", "H2 == 0 && O2 == 0"),
	figure("1.2", "an inhibitor arc", "p0=1 p1=1 p2=0\nt0: p1 -> p2, p0<1\nt1: p0 ->", "p2 == 1"),
	figure("1.3", "the example of the state equation",
		"p0=0 p1=1 p2=0 p3=2\nt0: p1+p2 -> 2p0+p2\nt1: p1 -> p2\nt2: 2p2 -> 2p1\nt3: p3 -> p1\nt4: p1 -> p3",
		"p0 == 2 && p1 == 0 && p2 == 0 && p3 == 2"),
	figure("1.5a", "a jump is needed", "p0=0 p1=0 p2=1 p3=0\nt0: p1 -> p1+p0\nt1: p3 -> p2+p0\nt2: p2 -> p3",
		"p0 == 1 && p1 == 0 && p2 == 1 && p3 == 0"),
	figure("1.5b", "an increment is needed", "p0=0 p1=0 p2=1\nt0: p1 -> p1+p0\nt1: p2 -> p1\nt2: p1 -> p2", "p0 == 1 && p1 == 0 && p2 == 1"),
	figure("1.7", "three maximal firing sequences", "p0=0 p1=2 p2=1\nt0: p1 -> p0\nt1: p1+p2 -> p0+p1", "p0 == 3 && p1 == 0 && p2 == 0"),
	figure("1.8", "the example of figure 1.9",
		"p0=0 p1=0 p2=0 p3=2\nt0: p1+p2 -> p0+p1+p2\nt1: p1 -> p2\nt2: p2 -> p1\nt3: p2 -> p3\nt4: p3 -> p2",
		"p0 == 1 && p1 == 0 && p2 == 0 && p3 == 2"),
	figure("1.10", "tokens to produce and tokens to remove",
		"p0=0 p1=0 p2=0 p3=1\nt0: p1 -> p1+p0, p3<1\nt1: p2 -> p1\nt2: p1 -> p2\nt3: p3 -> p2\nt4: p2 -> p3",
		"p0 == 1 && p1 == 0 && p2 == 0 && p3 == 1"),
	figure("1.11", "Distant1: a distant invariant", "p0=0 p1=1 p2=0\nt0: 2p1 -> 2p1+p0\nt1: p2 -> p1\nt2: p1 -> p2\nt3: -> p2\nt4: p2 ->",
		"p0 == 1 && p1 == 1 && p2 == 0"),
	figure("1.12", "Distant3: distant invariants in several iterations",
		"p0=0 p1=1 p2=0 p3=0 p4=2\nt0: 3p1 -> 3p1+p0\nt1: p2 -> p1\nt2: p1 -> p2\nt3: p3 -> p2\nt4: p2 -> p3\nt5: p4 -> p3\nt6: p3 -> p4",
		"p0 == 1 && p1 == 1 && p2 == 0 && p3 == 0 && p4 == 2"),
	figure("1.13a", "reachable, but inconclusive by the thesis's algorithm",
		"p0=0 p1=1 p2=0\nt0: 2p1 -> 2p1+p0\nt1: 2p2 -> p1\nt2: p1 -> 2p2\nt3: -> p2\nt4: p2 ->", "p0 == 1 && p1 == 1 && p2 == 0"),
	figure("1.13b", "not reachable; definition 1.10 does not end",
		"p0=0 p1=1 p2=0 p3=1 p4=0 p5=0\nt0: 2p1 -> 2p1+p0\nt1: 2p2+p5 -> p1+p5\nt2: p1 -> 2p2\nt3: p3 -> p2+p3\nt4: p2+p4 -> p4\nt5: p3 -> p4\nt6: p4 -> p5",
		"p0 == 1 && p1 == 1 && p2 == 0 && p3 == 0 && p4 == 0 && p5 == 1"),
}
