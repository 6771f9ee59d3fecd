package benchexec

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"

	"cupel/product/bench"
)

// verdict decodes a status: the verdict, and the violated property or the reason of an error.
func verdict(status string) (verdict, reason string) {
	s := strings.ToLower(status)
	switch {
	case s == "true":
		return "TRUE", ""
	case s == "false":
		return "FALSE", ""
	case strings.HasPrefix(s, "false("):
		return "FALSE", status
	case strings.HasPrefix(s, "timeout"):
		return "TIMEOUT", reasonOf(status, "TIMEOUT")
	case strings.HasPrefix(s, "out of ") && strings.Contains(s, "memory"):
		return "MEMORY", reasonOf(status, "OUT OF MEMORY")
	case s == "unknown", s == "":
		return "UNKNOWN", ""
	case s == "done", s == "sat", s == "unsat", strings.HasPrefix(s, "unknown"), strings.HasPrefix(s, "true("):
		return "UNKNOWN", status
	}
	return "ERROR", status
}

// reasonOf omits a status that is only the verdict.
func reasonOf(status, plain string) string {
	if status == plain {
		return ""
	}
	return status
}

// expectation is an expected verdict with the part of the property that is violated: false(valid-free).
func expectation(text string) (expected, part string) {
	if s, ok := strings.CutPrefix(text, "false("); ok {
		return "false", strings.TrimSuffix(s, ")")
	}
	return text, ""
}

// categorize finds the category of a run from its status and the expected verdict; given is BenchExec's own, "" when it is missing. A missing expected
// verdict is taken from the category.
func categorize(r *bench.Run, status, expected, given string) error {
	var part string
	r.Expected, part = expectation(expected)
	r.Verdict, r.Reason = verdict(status)
	if r.Expected != "" && r.Expected != "true" && r.Expected != "false" {
		return fmt.Errorf("the expected verdict is %q: it must begin with true or false", expected)
	}
	decided := r.Verdict == "TRUE" || r.Verdict == "FALSE"
	if r.Expected == "" && decided {
		switch given {
		case "correct", "correct-unconfirmed":
			r.Expected = strings.ToLower(r.Verdict)
		case "wrong":
			r.Expected = map[string]string{"TRUE": "false", "FALSE": "true"}[r.Verdict]
		}
	}
	r.Category = bench.Categorize(r.Verdict, bench.Task{Expected: r.Expected})
	if r.Category == bench.CorrectFalse && part != "" && status != "false" && status != "false("+part+")" {
		r.Category = bench.Undecided // another part of the property: right or not, it gives no points
	}
	switch given {
	case "", "missing":
		return nil
	case "correct", "correct-unconfirmed":
		if !r.Solved() {
			return fmt.Errorf("the category %s does not go with the status %q where %q is expected", given, status, r.Expected)
		}
		if given == "correct-unconfirmed" {
			r.Category = bench.Unconfirmed
		}
	case "wrong":
		if !r.Wrong() {
			return fmt.Errorf("the category %s does not go with the status %q where %q is expected", given, status, r.Expected)
		}
	case "unknown", "error":
		if decided {
			r.Category = bench.Undecided
		}
	default:
		return fmt.Errorf("%q is no category", given)
	}
	return nil
}

// megabyte is that of package bench, in bytes. BenchExec's has 1,000,000.
const megabyte = 1 << 20

// factors are those of units: to seconds, and to the megabytes of package bench.
var factors = map[string]float64{"s": 1, "ms": 1e-3, "min": 60, "h": 3600, "B": 1.0 / megabyte, "kB": 1e3 / megabyte, "MB": 1e6 / megabyte, "GB": 1e9 / megabyte}

// quantity reads a number with a unit, 1.5s. A number without one has the unit given. Something that was not measured is 0.
func quantity(text, unit string) (float64, error) {
	text = strings.TrimSpace(text)
	if text == "" || text == "-" {
		return 0, nil
	}
	end := strings.LastIndexAny(text, "0123456789.") + 1
	number, own := text[:end], strings.TrimSpace(text[end:])
	x, err := strconv.ParseFloat(number, 64)
	factor, known := factors[cmp.Or(own, unit)]
	if err != nil || !known || math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
		return 0, fmt.Errorf("%q is no amount", text)
	}
	return x * factor, nil
}

// taskName is DIRECTORY/FILE without the ending, with the directory.
func taskName(file string) (name, family string) {
	file = path.Clean(strings.ReplaceAll(file, `\`, "/"))
	base := path.Base(file)
	if ext := path.Ext(base); ext != base { // else the name would be empty
		base = strings.TrimSuffix(base, ext)
	}
	family = path.Base(path.Dir(file))
	if family == "." || family == "/" || family == ".." {
		return base, ""
	}
	return family + "/" + base, family
}

// tell distinguishes tasks of the same name: by the property, or else by the complete file name.
func tell(runs []bench.Run, properties, files []string) {
	same := func() map[[2]string]int {
		n := map[[2]string]int{}
		for i := range runs {
			n[[2]string{runs[i].Config, runs[i].Task}]++
		}
		return n
	}
	n := same()
	for i := range runs {
		if r := &runs[i]; n[[2]string{r.Config, r.Task}] > 1 && properties[i] != "" {
			r.Task += " (" + properties[i] + ")"
		}
	}
	n = same()
	for i := range runs {
		if r := &runs[i]; n[[2]string{r.Config, r.Task}] > 1 {
			r.Task = files[i]
			if properties[i] != "" {
				r.Task += " (" + properties[i] + ")"
			}
		}
	}
}
