package suite

import (
	"encoding/json"
	"fmt"
	"strings"

	"cupel/product/bench"
)

// The verdicts, which are categories, too.
const (
	Finished = "FINISHED"
	Late     = "TIMEOUT" // some function has no answer at the limit
	Refused  = "REFUSED"
	Failed   = "ERROR"
)

// Exit codes of cupel solidity.
const (
	exitMistake = 3
	exitOpen    = 2
	exitSkipped = 5
)

// Details are what the tables need of a report.
type Details struct {
	Arithmetic string `json:"arithmetic"`
	OK         int    `json:"ok"`
	Error      int    `json:"error"`
	Skipped    int    `json:"skipped"`
	Open       int    `json:"open"` // neither of them
	// Alarms are functions that may violate something, also where no execution is known.
	Alarms int    `json:"alarms"`
	Checks Checks `json:"checks,omitzero"`
}

// Checks counts the places of checks by their answers.
type Checks struct {
	Proved   int `json:"proved"`
	Violated int `json:"violated"`
	Unknown  int `json:"unknown"`
}

// report is the part of the output of cupel solidity that is read.
type report struct {
	Arithmetic string `json:"arithmetic"`
	Functions  []struct {
		Name    string     `json:"name"`
		Verdict string     `json:"verdict"`
		Reason  string     `json:"reason"`
		Errors  []struct{} `json:"errors"`
	} `json:"functions"`
	Summary struct {
		Checks Checks `json:"checks"`
	} `json:"summary"`
}

// Tool is cupel solidity as a command that package bench runs, one function at a time.
func Tool() *bench.Tool {
	return &bench.Tool{Name: "solidity", Read: read, Categorize: func(r *bench.Run, _ bench.Task) string { return r.Verdict },
		Arguments: func(o bench.Options) []string {
			limit := o.Wall().String()
			return []string{"solidity", "--format", "json", "--jobs", "1", "--timeout", limit, "--run-timeout", limit}
		}}
}

func read(r *bench.Run, stdout []byte, stderr string, exit int) bool {
	if exit == exitMistake {
		line, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
		r.Verdict, r.Reason = Refused, line
		return true
	}
	var rep report
	if exit < 0 || exit > exitOpen && exit != exitSkipped || json.Unmarshal(stdout, &rep) != nil || len(rep.Functions) == 0 {
		return false
	}
	d := Details{Arithmetic: rep.Arithmetic, Checks: rep.Summary.Checks}
	r.Verdict = Finished
	for _, f := range rep.Functions {
		if len(f.Errors) > 0 {
			d.Alarms++
		}
		switch f.Verdict {
		case "OK":
			d.OK++
		case "ERROR":
			d.Error++
		case "SKIPPED":
			d.Skipped++
		case "TIMEOUT":
			d.Open++
			if len(f.Errors) == 0 {
				r.Verdict, r.Reason = Late, f.Name+": "+f.Reason
			}
		default:
			d.Open++
			if strings.HasPrefix(f.Reason, "internal error") {
				r.Fault, r.Reason = true, fmt.Sprintf("%s: %s", f.Name, f.Reason)
			}
		}
	}
	if r.Fault {
		r.Verdict = Failed
	}
	var err error
	r.Details, err = json.Marshal(d)
	return err == nil
}

// details are those of a run; without a report: none.
func details(r *bench.Run) Details {
	return bench.DetailsOf[Details](r)
}
