package effort

import (
	"os"
	"strconv"
	"testing"
)

// Long reports whether the suites are to be run as a whole.
func Long() bool { return os.Getenv("CUPEL_LONG") != "" }

// Check reports whether more than the quick tests are wanted.
func Check() bool { return Long() || os.Getenv("CUPEL_CHECK") != "" }

// Count chooses a number for make test, for make check, and for make long. With -short, which the
// race detector's runs have, it is the first one or less.
func Count(test, check, long int) int {
	switch {
	case testing.Short():
		return max(1, test/4)
	case Long():
		return long
	case Check():
		return check
	}
	return test
}

// Seed returns the seed of random tests: CUPEL_SEED, else the given one.
func Seed(otherwise uint64) uint64 {
	if s, err := strconv.ParseUint(os.Getenv("CUPEL_SEED"), 10, 64); err == nil {
		return s
	}
	return otherwise
}

// Programs is Count for random programs: CUPEL_PROGRAMS overrides it.
func Programs(test, check, long int) int {
	if s, err := strconv.Atoi(os.Getenv("CUPEL_PROGRAMS")); err == nil {
		return s
	}
	return Count(test, check, long)
}
