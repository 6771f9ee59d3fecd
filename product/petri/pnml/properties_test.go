package pnml

import (
	"errors"
	"strings"
	"testing"
)

func set(formula string) string {
	return `<property-set xmlns="http://mcc.lip6.fr/"><property><id>a</id><description>d</description><formula>` + formula + `</formula></property></property-set>`
}

func ef(f string) string {
	return set("<exists-path><finally>" + f + "</finally></exists-path>")
}

const (
	three = "<integer-constant>3</integer-constant>"
	pq    = "<tokens-count><place>p</place><place>q</place></tokens-count>"
)

// TestProperties: formulas and the text that they mean.
func TestProperties(t *testing.T) {
	n := parse(t, document(small+`<arc id="1" source="p" target="t"/><transition id="u"/>`))
	le := "<integer-le>" + three + pq + "</integer-le>"
	for want, text := range map[string]string{
		"EF p + q >= 3":                 ef(le),
		"AG p + q >= 3":                 set("<all-paths><globally>" + le + "</globally></all-paths>"),
		"AG !(p + q >= 3)":              set("<negation><exists-path><finally>" + le + "</finally></exists-path></negation>"),
		"EF !(p + q >= 3)":              set("<negation><all-paths><globally>" + le + "</globally></all-paths></negation>"),
		"EF p + q <= 2":                 ef("<integer-lt>" + pq + three + "</integer-lt>"),
		"EF p + q >= 4":                 ef("<integer-gt>" + pq + three + "</integer-gt>"),
		"EF p + q == 3":                 ef("<integer-eq>" + pq + three + "</integer-eq>"),
		"EF !(p + q == 3)":              ef("<integer-ne>" + pq + three + "</integer-ne>"),
		"EF p <= 0":                     ef("<integer-le><integer-sum>" + pq + "<tokens-count><place>p</place></tokens-count></integer-sum>" + pq + "</integer-le>"),
		"EF p + q >= 6":                 ef("<integer-ge><integer-difference>" + pq + three + "</integer-difference>" + three + "</integer-ge>"),
		"EF fireable(t) || fireable(u)": ef("<is-fireable><transition>t</transition><transition>u</transition></is-fireable>"),
		"EF deadlock":                   ef("<deadlock/>"),
		"EF deadlock && !(fireable(t))": ef("<conjunction><deadlock/><negation><is-fireable><transition>t</transition></is-fireable></negation></conjunction>"),
		"EF deadlock || p + q >= 3":     ef("<disjunction><deadlock/>" + le + "</disjunction>"),
		"EF !(deadlock) || p + q >= 3":  ef("<implication><deadlock/>" + le + "</implication>"),
		"EF true":                       ef("<true/>"),
		"EF false":                      ef("<conjunction><true/><false/></conjunction>"),
		"EF (deadlock && p + q >= 3) || (!(deadlock) && !(p + q >= 3))": ef("<equivalence><deadlock/>" + le + "</equivalence>"),
		"EF (deadlock && !(p + q >= 3)) || (!(deadlock) && p + q >= 3)": ef("<exclusive-disjunction><deadlock/>" + le + "</exclusive-disjunction>"),
	} {
		ps, err := ReadProperties(strings.NewReader(text), "f.xml", n)
		if err != nil || len(ps) != 1 {
			t.Errorf("%s: %v", want, err)
			continue
		}
		if got := ps[0].Quantifier.String() + " " + ps[0].Formula.Format(n); got != want || ps[0].ID != "a" || ps[0].Description != "d" {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestPropertyErrors: CTL, LTL and mistakes are rejected with position and advice.
func TestPropertyErrors(t *testing.T) {
	n := parse(t, document(small))
	for want, text := range map[string]string{
		"f:1:1: the file is empty":                          "",
		"f:1:1: the document is a <pnml>":                   "<pnml/>",
		"f:1:104: <exists-path><globally> is not supported": `<property-set><property><id>a</id><description>dddddddddddddddddddd</description><formula><exists-path><globally/></exists-path></formula></property></property-set>`,
		"<all-paths><finally> is not supported":             set("<all-paths><finally><deadlock/></finally></all-paths>"),
		"<until> is not supported":                          set("<all-paths><until/></all-paths>"),
		"<exists-path> within a formula: CTL and LTL":       ef("<exists-path><finally><deadlock/></finally></exists-path>"),
		"<next> within a formula":                           ef("<negation><next/></negation>"),
		"upper bounds":                                      set("<place-bound><place>p</place></place-bound>"),
		"<deadlock> where a path quantifier":                set("<deadlock/>"),
		"<formula> is empty":                                set(""),
		"<formula> has more than one child":                 set("<exists-path><finally><deadlock/></finally></exists-path><deadlock/>"),
		"<finally> is empty":                                ef(""),
		"<magic> is no formula":                             ef("<magic/>"),
		"no place of the net has the id \"zzz\"":            ef("<integer-le>" + three + "<tokens-count><place>zzz</place></tokens-count></integer-le>"),
		"no transition of the net has the id \"p\"":         ef("<is-fireable><transition>p</transition></is-fireable>"),
		"<place> within <is-fireable>":                      ef("<is-fireable><place>p</place></is-fireable>"),
		"<x> within <tokens-count>":                         ef("<integer-le>" + three + "<tokens-count><x/></tokens-count></integer-le>"),
		"integer constant \"three\"":                        ef("<integer-le><integer-constant>three</integer-constant>" + pq + "</integer-le>"),
		"<integer-le> has 1 children":                       ef("<integer-le>" + three + "</integer-le>"),
		"<deadlock> is no integer expression":               ef("<integer-le>" + three + "<deadlock/></integer-le>"),
		"<implication> has 1 children":                      ef("<implication><deadlock/></implication>"),
		"the property has no <id>":                          "<property-set><property><formula><exists-path><finally><true/></finally></exists-path></formula></property></property-set>",
		"property \"a\" has no <formula>":                   "<property-set><property><id>a</id></property></property-set>",
		"a second property has the id \"a\"":                "<property-set>" + strings.Repeat("<property><id>a</id><formula><exists-path><finally><true/></finally></exists-path></formula></property>", 2) + "</property-set>",
		"nested deeper than 1000":                           ef(strings.Repeat("<negation>", 1100)),
		"coefficient is too large":                          ef("<integer-le><integer-constant>-2000000000000000000</integer-constant><integer-sum><integer-constant>2000000000000000000</integer-constant>" + pq + "</integer-sum></integer-le>"),
		"unexpected EOF":                                    "<property-set><property>",
	} {
		_, err := ReadProperties(strings.NewReader(text), "f", n)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.100s\n got %v\nwant %s", text, err, want)
		}
	}
}

// FuzzReadProperties: no input makes the reader of properties panic.
func FuzzReadProperties(f *testing.F) {
	n, err := Read(strings.NewReader(document(small+`<arc id="1" source="p" target="t"/>`)), "n")
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{
		ef("<integer-le>" + three + pq + "</integer-le>"), ef("<deadlock/>"), set("<negation><all-paths><globally><true/></globally></all-paths></negation>"),
		ef("<is-fireable><transition>t</transition></is-fireable>"), "<property-set><property><id>", ef("<conjunction/>"),
		ef("<integer-ge><integer-difference>" + pq + three + "</integer-difference><integer-sum/></integer-ge>"),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ps, err := ReadProperties(strings.NewReader(text), "fuzz", n)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		for _, p := range ps {
			if n.Holds(p.Goal(), n.Initial()) != n.Holds(n.Normalize(p.Goal()), n.Initial()) {
				t.Fatalf("%q: the normal form of %s", text, p.Goal().Format(n))
			}
		}
	})
}
