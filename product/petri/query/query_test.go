package query

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"cupel/product/petri"
	"cupel/product/petri/petritest"
)

func net(t testing.TB) *petri.Net {
	b := petri.NewBuilder("n")
	p := b.AddPlace("p1", 2)
	b.AddPlace("p2", 0)
	b.NamePlace(b.AddPlace("id3", 5), "buffer")
	b.NamePlace(b.AddPlace("id4", 5), "twin")
	b.NamePlace(b.AddPlace("id5", 5), "twin")
	b.AddPlace(`odd "name" \ x`, 1)
	b.AddPlace("deadlock", 3)
	b.AddInput(p, b.AddTransition("t1"), 1)
	b.AddInput(p, b.AddTransition("t-2"), 3)
	n, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestParse: the values of predicates in a marking, operator by operator.
func TestParse(t *testing.T) {
	n := net(t)
	for text, want := range map[string]bool{
		"true":                                 true,
		"!true":                                false,
		"p1 >= 2":                              true,
		"p1 > 2":                               false,
		"2 <= p1 && p1 < 3":                    true,
		"p1 = 2 && p2 == 0":                    true,
		"p1 != 2 || p2 != 0":                   false,
		"p1 + 3*p2 - p1*2 == -2":               true,
		"-p1 + 1 <= -1":                        true,
		"p1 - 1 - 1 >= p2":                     true,
		"buffer == 5":                          true,
		`"odd \"name\" \\ x" == 1`:             true,
		`"deadlock" == 3`:                      true,
		"deadlock":                             false,
		"fireable(t1)":                         true,
		`fireable("t-2")`:                      false,
		`fireable("t-2", t1)`:                  true,
		"!(p1 == 2) || (p2 == 0 && !deadlock)": true,
		"p1 == 3 && p2 == 0 || p1 == 2":        true,
		"p1 == 3 && (p2 == 0 || p1 == 2)":      false,
		"p1 == 3 => false":                     true,
		"p1 == 2 => p2 == 1 => false":          true,
		"!!fireable(t1)":                       true,
		"0 == 0":                               true,
		strings.Repeat("(", 900) + "p1 == 2" + strings.Repeat(")", 900): true,
	} {
		p, err := Parse(text, n)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if n.Holds(p, n.Initial()) != want {
			t.Errorf("%s: not %v", text, want)
		}
	}
}

// TestErrors: errors have the column of the fault.
func TestErrors(t *testing.T) {
	n := net(t)
	for text, want := range map[string]struct {
		column int
		msg    string
	}{
		"":                              {1, "unexpected the end"},
		"p1":                            {3, "expected <="},
		"p1 >= ":                        {7, "unexpected the end"},
		"p1 >= 2 p2":                    {9, "expected &&"},
		"p1 >= 2 && nowhere == 0":       {12, `no place "nowhere"`},
		"fireable(p1)":                  {10, `no transition "p1"`},
		"fireable t1":                   {10, `expected "("`},
		"fireable(1)":                   {10, "name of a transition"},
		"twin == 1":                     {1, "2 places are named"},
		"(p1 == 1":                      {9, `expected ")"`},
		`"p1`:                           {1, "no closing quote"},
		`"p\1" == 0`:                    {3, "backslash"},
		"p1 # 2":                        {4, "double quotes"},
		"p1 >= 99999999999999999999":    {7, "too large"},
		"2305843009213693951 + 1 == p1": {23, "too large"},
		"2000000000000000000*p1 + 2000000000000000000*p1 > 0": {1, "too large"},
		"p1 * p2 == 0": {6, "expected a number"},
		"3 * 4 == p1":  {5, "name of a place"},
		strings.Repeat("(", 1001) + "true" + strings.Repeat(")", 1001): {1001, "deeper"},
	} {
		_, err := Parse(text, n)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(e.Msg, want.msg) || e.Column != want.column {
			t.Errorf("%.60s: %v, want %d %s", text, err, want.column, want.msg)
		}
	}
}

// TestRoundTrip: what Format writes, Parse reads back with the same meaning.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 60 {
		n, space := petritest.Net(rng, petritest.Small())
		p := petritest.Predicate(rng, space, 3)
		text := p.Format(n)
		q, err := Parse(text, n)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for _, m := range space.Markings {
			if n.Holds(p, m) != n.Holds(q, m) {
				t.Fatalf("%s became %s", text, q.Format(n))
			}
		}
	}
}

// FuzzParse: no input makes the parser panic, and errors have a column in the text.
func FuzzParse(f *testing.F) {
	n := net(f)
	for _, s := range []string{"p1 >= 2 && p2 == 0 || fireable(t1)", `!("odd \"name\" \\ x" != 3) => deadlock`, "-2*p1 + p2 - 3 < 4", "((", `"`, "\xff", "fireable(t1,"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text, n)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Column < 1 || e.Column > len(text)+1 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		again, err := Parse(p.Format(n), n)
		if err != nil || n.Holds(again, n.Initial()) != n.Holds(p, n.Initial()) {
			t.Fatalf("%q: %s: %v", text, p.Format(n), err)
		}
	})
}
