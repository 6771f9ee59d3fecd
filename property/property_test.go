package property

import "testing"

// TestParse reads every documented property and prints it canonically.
func TestParse(t *testing.T) {
	for text, want := range map[string]Kind{
		"CHECK( init(main()), LTL(G ! call(reach_error())) )":                      UnreachCall,
		"CHECK(init(main()),LTL(G!call(reach_error())))":                           UnreachCall,
		"CHECK( init(main()), LTL(G ! label(ERROR)) )":                             UnreachLabel,
		"CHECK( init(main()), LTL(G ! overflow) )":                                 NoOverflow,
		"CHECK( init(main()), LTL(G ! data-race) )":                                NoDataRace,
		"CHECK( init(main()), LTL(G valid-free) )":                                 ValidFree,
		"CHECK( init(main()), LTL(G valid-memcleanup) )":                           ValidCleanup,
		"CHECK( init(main()), LTL(F end) )":                                        Termination,
		"COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )":              Coverage,
		"# a comment\n\n  CHECK( init(f()), LTL(G ! call( __VERIFIER_error() )) )": UnreachCall,
	} {
		ps, err := Parse("p.prp", []byte(text))
		if err != nil || len(ps) != 1 || ps[0].Kind != want {
			t.Errorf("%q: %v, %v", text, ps, err)
			continue
		}
		again, err := Parse("p.prp", []byte(ps[0].String()))
		if err != nil || again[0].String() != ps[0].String() {
			t.Errorf("%q prints as %q", text, ps[0])
		}
	}
}

// TestErrors: faults are reported with their line.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "p.prp:1:1: no property: expected a line such as CHECK( init(main()), LTL(G ! call(reach_error())) )",
		"\n  CHECK( init(main()) )":             "p.prp:2:3: expected CHECK( init(FUNCTION()), LTL(FORMULA) )",
		"CHECK( init(main()), LTL(G ! magic) )": `p.prp:1:1: unknown formula "G ! magic": expected G ! call(NAME()), G ! overflow, G valid-free, F end, ...`,
		"CHECK( init(a()), LTL(F end) )\nCHECK( init(b()), LTL(G valid-free) )": "p.prp:2:1: all lines must name one entry function: b here, a before",
	} {
		if _, err := Parse("p.prp", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzParse: no input makes the reader panic.
func FuzzParse(f *testing.F) {
	f.Add([]byte("CHECK( init(main()), LTL(G ! call(reach_error())) )"))
	f.Fuzz(func(t *testing.T, data []byte) { _, _ = Parse("p.prp", data) })
}
