package property

import (
	"cupel/tests/need"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestParse reads every documented property and prints it canonically.
func TestParse(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Property
		out  string
	}{
		{"CHECK( init(main()), LTL(G ! call(reach_error())) )", Property{UnreachCall, "main", "reach_error", 1}, ""},
		{"CHECK(init(main()),LTL(G!call(reach_error())))", Property{UnreachCall, "main", "reach_error", 1}, "CHECK( init(main()), LTL(G ! call(reach_error())) )"},
		{"\n# old\n\tCHECK ( init ( f ( ) ) , LTL ( G ! call ( __VERIFIER_error ( ) ) ) )\r\n", Property{UnreachCall, "f", "__VERIFIER_error", 3}, "CHECK( init(f()), LTL(G ! call(__VERIFIER_error())) )"},
		{"// old\nCHECK( init(main()), LTL(G ! label(ERROR)) )", Property{UnreachLabel, "main", "ERROR", 2}, "CHECK( init(main()), LTL(G ! label(ERROR)) )"},
		{"\ufeffCHECK( init(main()), LTL(G ! overflow) )", Property{NoOverflow, "main", "", 1}, "CHECK( init(main()), LTL(G ! overflow) )"},
		{"CHECK( init(main()), LTL(G ! data-race) )", Property{NoDataRace, "main", "", 1}, ""},
		{"CHECK( init(main()), LTL(G valid-free) )", Property{ValidFree, "main", "", 1}, ""},
		{"CHECK( init(main()), LTL(G valid-deref) )", Property{ValidDeref, "main", "", 1}, ""},
		{"CHECK( init(main()), LTL(G valid-memtrack) )", Property{ValidTrack, "main", "", 1}, ""},
		{"CHECK( init(main()), LTL(G valid-memcleanup) )", Property{ValidCleanup, "main", "", 1}, ""},
		{"CHECK( init(main()), LTL(G def-behavior) )", Property{DefBehavior, "main", "", 1}, ""},
		{"CHECK( init(main()), LTL(F end) )", Property{Termination, "main", "", 1}, ""},
		{"COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )", Property{Coverage, "main", "@CALL(reach_error)", 1}, ""},
		{"COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", Property{Coverage, "main", "@DECISIONEDGE", 1}, ""},
		{"COVER( init(main()), FQL(COVER EDGES(@CONDITIONEDGE)) )", Property{Coverage, "main", "@CONDITIONEDGE", 1}, ""},
		{"COVER( init(main()), FQL(COVER EDGES(@BASICBLOCKENTRY)) )", Property{Coverage, "main", "@BASICBLOCKENTRY", 1}, ""},
	} {
		f, err := Parse("p.prp", []byte(tt.text))
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		if d := cmp.Diff(File{tt.want}, f); d != "" {
			t.Errorf("%q: %s", tt.text, d)
		}
		out := tt.out
		if out == "" {
			out = tt.text
		}
		if got := f[0].String(); got != out {
			t.Errorf("%q prints as %q", tt.text, got)
		}
	}
}

// TestSeveralLines: a property file with several properties, with the line of each.
func TestSeveralLines(t *testing.T) {
	text := "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\nCHECK( init(main()), LTL(G valid-memtrack) )\n"
	f, err := Parse("valid-memsafety.prp", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := File{{ValidFree, "main", "", 1}, {ValidDeref, "main", "", 2}, {ValidTrack, "main", "", 4}}
	if d := cmp.Diff(want, f); d != "" {
		t.Error(d)
	}
}

// TestErrors: faults are reported with their place.
func TestErrors(t *testing.T) {
	form := "; the form is CHECK( init(main()), LTL(G ! call(reach_error())) )"
	for _, tt := range []struct{ text, want string }{
		{"", "1:1: the file has no property; add a line such as " + example},
		{"# nothing\n", "1:1: the file has no property; add a line such as " + example},
		{"\n  check( init(main()) )", `2:3: "check" where CHECK or COVER must stand` + form},
		{"CHECK( init(main()) )", `1:21: ")" where , must stand` + form},
		{"CHECK( init(main()), LTL(G ! magic) )", `1:30: "magic" where call, label, overflow or data-race must stand` + form},
		{"CHECK( init(main()), LTL(G magic) )", `1:28: "magic" where !, valid-free, valid-deref, valid-memtrack, valid-memcleanup or def-behavior must stand` + form},
		{"CHECK( init(main()), LTL(F done) )", `1:28: "done" where end must stand` + form},
		{"CHECK( init(main()), LTL(G ! call(reach_error)) )", `1:46: ")" where ( must stand` + form},
		{"CHECK( init(main()), LTL(G ! call(3f())) )", `1:35: "3f" is not the name of a function; write a C identifier`},
		{"CHECK( init(main()), LTL(G ! label(a-b)) )", `1:36: "a-b" is not the name of a label; write a C identifier`},
		{"CHECK( init(main()), LTL(F end)", `1:32: the end of the line where ) must stand` + form},
		{"CHECK( init(main()), LTL(F end) ) x", `1:35: "x" follows the property; write one property a line`},
		{"COVER( init(main()), FQL(COVER EDGES(@LINE)) )", `1:38: "@LINE" where @CALL, @DECISIONEDGE, @CONDITIONEDGE or @BASICBLOCKENTRY must stand` + form},
		{"CHECK( init(é()), LTL(F end) )", `1:13: "é" is not the name of a function; write a C identifier`},
		{"CHECK( init(a()), LTL(F end) )\nCHECK( init(b()), LTL(G valid-free) )", "2:1: the file starts the program in a and in b; give each entry function a file of its own"},
	} {
		f, err := Parse("p.prp", []byte(tt.text))
		if err == nil || err.Error() != "p.prp:"+tt.want {
			t.Errorf("%q: %v\nwant %s (got %v)", tt.text, err, tt.want, f)
		}
	}
}

// TestInfo: every kind is described once, prints as its description says and reads back; what is verified shows its violations in one
// way.
func TestInfo(t *testing.T) {
	seen := map[Kind]bool{}
	for _, i := range infos {
		if seen[i.Kind] {
			t.Errorf("%s is described twice", i.Kind)
		}
		seen[i.Kind] = true
		p := Property{Kind: i.Kind, Entry: "main", Name: i.Name, Line: 1}
		if strings.Contains(i.Formula, "%s") && p.Name == "" {
			p.Name = "f"
		}
		if i.Kind == Coverage {
			p.Name = "@DECISIONEDGE"
		}
		f, err := Parse("p.prp", []byte(p.String()))
		if one, ok := f.Joined(); err != nil || !ok || one != p {
			t.Errorf("%s: read as %v, %v", p, f, err)
		}
		if i.Verified && len(i.Memory) == 0 && !i.Ends && i.ErrorFunctions == (len(i.Goals) > 0) {
			t.Errorf("%s: either calls of error functions or checks are goals", i.Kind)
		}
		if by := ByName(string(i.Kind)); (by != nil) != i.Verified || by != nil && (by.Kind != i.Kind || by.Name != i.Name) {
			t.Errorf("%s by name: %v", i.Kind, by)
		}
	}
	if Names(", ") != "unreach-call, no-overflow, valid-free, valid-deref, valid-memtrack, valid-memcleanup, valid-memsafety, def-behavior, termination" || ByName("magic") != nil {
		t.Errorf("%s are supported", Names(", "))
	}
}

func genProperty(t *rapid.T, entry string) Property {
	name := rapid.StringMatching(`[A-Za-z_][A-Za-z0-9_]{0,8}`)
	p := Property{Entry: entry, Kind: rapid.SampledFrom([]Kind{UnreachCall, UnreachLabel, NoOverflow, NoDataRace, ValidFree,
		ValidDeref, ValidTrack, ValidCleanup, DefBehavior, Termination, Coverage}).Draw(t, "kind")}
	switch p.Kind {
	case UnreachCall, UnreachLabel:
		p.Name = name.Draw(t, "name")
	case Coverage:
		p.Name = rapid.SampledFrom([]string{"@DECISIONEDGE", "@CALL(" + name.Draw(t, "name") + ")"}).Draw(t, "goal")
	}
	return p
}

// TestRoundTrip: canonical text reads back, with any blanks between tokens.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f File
		for i := range rapid.IntRange(1, 4).Draw(t, "n") {
			p := genProperty(t, "main")
			p.Line = i + 1
			f = append(f, p)
		}
		text := lines(f)
		for _, tok := range []string{"(", ")", ",", "!"} {
			text = strings.ReplaceAll(text, tok, rapid.SampledFrom([]string{"", " ", "\t "}).Draw(t, "blank")+tok+" ")
		}
		got, err := Parse("p.prp", []byte(text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if d := cmp.Diff(f, got); d != "" {
			t.Fatal(d)
		}
	})
}

// TestCorpus reads the property files of the corpus.
func TestCorpus(t *testing.T) {
	root := need.CorpusDir()
	files, _ := filepath.Glob(filepath.Join(root, "c", "properties", "*.prp"))
	if len(files) == 0 {
		t.Skip("no corpus")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(file, data); err != nil {
			t.Error(err)
		}
	}
}

// FuzzParse: no input makes the reader panic, errors have a position in the input, and an accepted property is printed so that it is read back.
func FuzzParse(f *testing.F) {
	f.Add([]byte("CHECK( init(main()), LTL(G ! call(reach_error())) )"))
	f.Add([]byte("COVER( init(main()), FQL(COVER EDGES(@CALL(f))) )\n# x"))
	f.Add([]byte("CHECK( init(main()), LTL(G valid-free) )\n\nCHECK( init(main()), LTL(F end) )"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Parse("p.prp", data)
		if err != nil {
			e := err.(*Error)
			if e.Line < 1 || e.Col < 1 || e.Line > strings.Count(string(data), "\n")+1 {
				t.Errorf("%q: no such place: %v", data, err)
			}
			return
		}
		again, err := Parse("p.prp", []byte(lines(file)))
		if err != nil || lines(again) != lines(file) {
			t.Errorf("%q: %v, %v", data, again, err)
		}
	})
}

// lines is the text of a file, one line a property.
func lines(f File) string {
	var b strings.Builder
	for _, p := range f {
		b.WriteString(p.String() + "\n")
	}
	return b.String()
}
