package library

import (
	"regexp"
	"strings"
	"testing"
)

// TestTable: the table is well-formed, each body belongs to a row, and a body
// that takes any values or ends the model is not called exact for nothing.
func TestTable(t *testing.T) {
	if _, err := readTable(tableText); err != nil {
		t.Fatal(err)
	}
	anyValue := regexp.MustCompile(`__cupel_any_`)
	var takes func(name string, seen map[string]bool) bool
	takes = func(name string, seen map[string]bool) bool {
		if seen[name] {
			return false
		}
		seen[name] = true
		text := strings.ReplaceAll(items()[name].text, "__cupel_errno = __cupel_any_int()", "")
		if anyValue.MatchString(text) {
			return true
		}
		for _, u := range items()[name].uses {
			if takes(u, seen) {
				return true
			}
		}
		return false
	}
	for _, f := range Functions() {
		if !f.InC || generated[f.Name] {
			continue
		}
		if bounded := takes(Prefix+Canonical(f.Name), map[string]bool{}); bounded != (f.Kind == Bounded) {
			t.Errorf("%s is called %s; does its body take any values? %v", f.Name, f.Kind, bounded)
		}
	}
}

// TestTableFaults: mistakes in the table of library functions are errors when it is read.
func TestTableFaults(t *testing.T) {
	for _, s := range []string{"<a.h> exact", "<a.h> maybe: f", "exact: f", "<a.h> exact: f\n<b.h> cut: f"} {
		if _, err := readTable(s); err == nil {
			t.Errorf("no error for %q", s)
		}
	}
}

// TestStores: formats with %n store through a pointer, also with flags and lengths; one that is missed would lose a write.
func TestStores(t *testing.T) {
	for f, want := range map[string]bool{"": false, "%d": false, "%%n": false, "a%5.3lln": true, "%": true, "%-": true, "%s%n": true, "%*d": false} {
		if got := Stores(f); got != want {
			t.Errorf("Stores(%q) = %v", f, got)
		}
	}
}
