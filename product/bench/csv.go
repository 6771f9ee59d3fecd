package bench

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// columns are those of a table, in order.
var columns = []string{"config", "task", "family", "expected", "verdict", "category", "cpu_s", "wall_s",
	"memory_mb", "confirmed", "harness", "certified", "certificate", "reason", "flags", "limits", "version", "decided_by", "repetition"}

// statColumn begins the names of the columns for statistics, which come last.
const statColumn = "stat "

// WriteCSV writes one row per run, with a column for each statistic that a run has.
func WriteCSV(w io.Writer, runs []Run) error {
	c := csv.NewWriter(w)
	head := slices.Clone(columns)
	stats := statNames(runs)
	for _, name := range stats {
		head = append(head, statColumn+name)
	}
	if err := c.Write(head); err != nil {
		return err
	}
	num := func(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
	for _, r := range runs {
		row := []string{r.Config, r.Task, r.Family, r.Expected, r.Verdict, r.Category, num(r.CPU), num(r.Wall),
			num(r.MemoryMB), r.Confirmed, r.Harness, r.Certified, r.Certificate, r.Reason, r.Flags, r.Limits, r.Version, r.DecidedBy, strconv.Itoa(r.Repetition)}
		for _, name := range stats {
			value := ""
			if x, ok := r.Stats[name]; ok {
				value = strconv.FormatFloat(x, 'g', -1, 64)
			}
			row = append(row, value)
		}
		if err := c.Write(row); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// ReadCSV reads a table that WriteCSV wrote, or one of another tool: a first row with the names of the columns, of which task and
// verdict must be there. The order is free, unknown columns are ignored. Without a column category it is found from verdict and expected.
// Errors name the line.
func ReadCSV(r io.Reader) ([]Run, error) {
	c := csv.NewReader(r)
	c.ReuseRecord = true
	head, err := c.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("1:1: the table is empty")
	} else if err != nil {
		return nil, err
	}
	at := map[string]int{}
	for i, name := range head {
		name = strings.TrimSpace(strings.TrimPrefix(name, "\ufeff"))
		if !strings.HasPrefix(name, statColumn) {
			name = strings.ToLower(name)
		}
		if _, twice := at[name]; twice && name != "" {
			return nil, fmt.Errorf("1:1: the column %s is there twice", name)
		}
		at[name] = i
	}
	for _, name := range []string{"task", "verdict"} {
		if _, ok := at[name]; !ok {
			return nil, fmt.Errorf("1:1: no column is called %s", name)
		}
	}
	var runs []Run
	for {
		row, err := c.Read()
		if errors.Is(err, io.EOF) {
			return runs, nil
		} else if err != nil {
			return nil, err
		}
		line, _ := c.FieldPos(0)
		run, err := readRow(row, at)
		if err != nil {
			return nil, fmt.Errorf("%d:1: %w", line, err)
		}
		runs = append(runs, run)
	}
}

// verdicts are those of a run.
var verdicts = map[string]bool{"TRUE": true, "FALSE": true, "UNKNOWN": true, "TIMEOUT": true, "MEMORY": true, "ERROR": true}

// IsVerdict reports whether a text is the verdict of a run.
func IsVerdict(text string) bool { return verdicts[text] }

// Decided reports whether a verdict says that a property holds or does not.
func Decided(verdict string) bool { return verdict == "TRUE" || verdict == "FALSE" }

// readRow makes a run of a row; at has the places of the columns.
func readRow(row []string, at map[string]int) (Run, error) {
	text := func(name string) string {
		if i, ok := at[name]; ok && i < len(row) {
			return row[i]
		}
		return ""
	}
	var wrong error
	number := func(name string) float64 {
		s := strings.TrimSpace(text(name))
		if s == "" {
			return 0
		}
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
			wrong = errors.Join(wrong, fmt.Errorf("%s: %q is no number from 0 on", name, s))
			return 0
		}
		return x
	}
	r := Run{Config: text("config"), Task: text("task"), Family: text("family"), Expected: strings.ToLower(text("expected")),
		Verdict: strings.ToUpper(text("verdict")), Category: text("category"), CPU: number("cpu_s"), Wall: number("wall_s"), MemoryMB: number("memory_mb"),
		Confirmed: text("confirmed"), Harness: text("harness"), Certified: text("certified"), Certificate: text("certificate"),
		Reason: text("reason"), Flags: text("flags"), Limits: text("limits"), Version: text("version"), DecidedBy: text("decided_by")}
	r.Repetition = int(number("repetition"))
	for name := range at {
		if stat, ok := strings.CutPrefix(name, statColumn); ok && text(name) != "" {
			if r.Stats == nil {
				r.Stats = map[string]float64{}
			}
			r.Stats[stat] = number(name)
		}
	}
	switch {
	case wrong != nil:
		return r, wrong
	case r.Task == "":
		return r, errors.New("the task has no name")
	case !verdicts[r.Verdict]:
		return r, fmt.Errorf("%q is no verdict: TRUE, FALSE, UNKNOWN, TIMEOUT, MEMORY or ERROR", text("verdict"))
	case r.Expected != "" && r.Expected != "true" && r.Expected != "false":
		return r, fmt.Errorf("%q is no expected verdict: true, false or nothing", text("expected"))
	}
	if _, own := at["category"]; !own {
		r.Category = Categorize(r.Verdict, Task{Expected: r.Expected})
	}
	return r, r.checkCategory()
}

// checkCategory refuses a category that does not go with verdict and expected verdict: nothing is counted as correct that is not.
func (r *Run) checkCategory() error {
	computed := Categorize(r.Verdict, Task{Expected: r.Expected})
	switch r.Category {
	case computed, Undecided, Failed, Disputed:
		return nil
	case Unconfirmed:
		if computed == CorrectTrue || computed == CorrectFalse {
			return nil
		}
	}
	return fmt.Errorf("the category %q does not go with the verdict %s where %s is expected", r.Category, r.Verdict, cmp.Or(r.Expected, "nothing"))
}
