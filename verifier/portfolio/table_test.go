package portfolio

import (
	"slices"
	"testing"
)

var (
	testFeatures = []string{"loops", "bits"}
	testEngines  = []string{"symex", "gps", "k-induction"}
)

// TestTable: the class and steps that a table gives to programs by their features.
func TestTable(t *testing.T) {
	table, err := ParseTable([]byte("# who comes when\n\nstraight when loops = 0: symex * 3 1M\n"+
		"bits when bits >= 1 and loops < 3:symex 500k , gps*2 2M,symex 1M\nall: gps 700, k-induction 1k\n"), testFeatures, testEngines)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		features map[string]int
		class    string
		steps    []Step
		engines  []string
	}{
		{map[string]int{}, "straight", []Step{{"symex", 1_000_000, 3}}, []string{"symex"}},
		{map[string]int{"loops": 2, "bits": 1}, "bits", []Step{{"symex", 500_000, 0}, {"gps", 2_000_000, 2}, {"symex", 1_000_000, 0}}, []string{"symex", "gps"}},
		{map[string]int{"loops": 3, "bits": 1}, "all", []Step{{"gps", 700, 0}, {"k-induction", 1000, 0}}, []string{"gps", "k-induction"}},
	} {
		if c := table.For(x.features); c.Name != x.class || !slices.Equal(c.Steps, x.steps) || !slices.Equal(c.Engines(), x.engines) {
			t.Errorf("%v: %+v", x.features, c)
		}
	}
}

// TestTableErrors: mistakes in a table are reported with their position.
func TestTableErrors(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"", "1:1: a class without \"when\" is missing, for all other programs"},
		{"a when loops = 1: gps 1M\n", "2:1: a class without \"when\" is missing, for all other programs"},
		{"a: gps 1M\nb: gps 1M", "2:1: the class before is for all programs; this one is never reached"},
		{"a: gpz 1M", `1:4: unknown engine "gpz"; choose one of symex, gps, k-induction`},
		{"a when x = 1: gps 1M", `1:8: unknown feature "x"; choose one of loops, bits`},
		{"a when bits 1: gps 1M", "1:13: expected one of <= >= < > ="},
		{"a when bits = k: gps 1M", "1:15: expected a number"},
		{"a: gps 1G", "1:8: expected an amount of work like 500k or 2M"},
		{"a: gps 99999999999M", "1:8: expected an amount of work like 500k or 2M"},
		{"a: gps 0", "1:8: expected an amount of work like 500k or 2M"},
		{"ä: gps 1", "1:1: expected the name of a class"},
		{"a gps 1", "1:3: expected \"when\", \"and\" or a colon"},
		{"a: gps 1 symex 2", "1:10: expected a comma or the end of the line"},
	} {
		if _, err := ParseTable([]byte(x.text), testFeatures, testEngines); err == nil || err.Error() != x.want {
			t.Errorf("%q: %v, want %s", x.text, err, x.want)
		}
	}
}

// FuzzTable: every table that is accepted has a class for every program.
func FuzzTable(f *testing.F) {
	f.Add([]byte("a when loops = 0 and bits <= 2: symex 1M, gps 20k\n# b\nc: k-induction 7\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := ParseTable(data, testFeatures, testEngines)
		if err == nil && table.For(map[string]int{"loops": 1}) == nil {
			t.Error("no class for a program")
		}
	})
}
