package effort

import (
	"flag"
	"strconv"
	"sync"
	"testing"
)

// rapidChecks is the flag of package pgregory.net/rapid that says how many random cases rapid.Check tries.
const rapidChecks = "rapid.checks"

// given reports whether the command line has the flag.
var given = sync.OnceValue(func() bool {
	is := false
	flag.Visit(func(f *flag.Flag) { is = is || f.Name == rapidChecks })
	return is
})

// Checks chooses how many random cases rapid.Check tries until the end of t, as Count does; a number on the command line wins. With -short
// rapid itself takes a fifth of them. Not for tests that run in parallel.
func Checks(t testing.TB, test, check, long int) {
	t.Helper()
	f := flag.Lookup(rapidChecks)
	switch {
	case f == nil:
		t.Fatal("the test does not use package rapid")
	case given():
		return
	}
	n, old := test, f.Value.String()
	if Long() {
		n = long
	} else if Check() {
		n = check
	}
	set := func(value string) {
		if err := flag.Set(rapidChecks, value); err != nil {
			t.Fatal(err)
		}
	}
	set(strconv.Itoa(n))
	t.Cleanup(func() { set(old) })
}
