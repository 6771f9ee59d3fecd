package quantified

import (
	"strings"
	"testing"
)

// TestPartsByName: parts are named alone, together and by those that are left out.
func TestPartsByName(t *testing.T) {
	without := All()
	without.Pairs, without.Heap = false, false
	for name, want := range map[string]Parts{
		"all": All(), "text": {}, "data": {Data: true}, "data+bounds": {Data: true, Bounds: true}, "-pairs-heap": without,
	} {
		if got, err := PartsByName(name); err != nil || got != want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for _, name := range []string{"", "-", "none", "data-pairs", "-pairs+heap", "all+data"} {
		if _, err := PartsByName(name); err == nil || !strings.Contains(err.Error(), "choose all") {
			t.Errorf("%q: %v", name, err)
		}
	}
}
