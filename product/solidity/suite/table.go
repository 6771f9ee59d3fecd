package suite

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"cupel/product/bench"
)

// A Row sums up the runs of one configuration.
type Row struct {
	Config                           string
	Files, Refused, Whole, Part, Err int
	Finished                         int
	Seconds                          float64 // processor time of the finished ones
	Alarms                           int     // files
	OK, Error, Open, Skipped, Raised int     // functions; Raised: with an alarm
	Checks                           Checks
}

// Table are the results of all configurations.
type Table struct {
	Rows   []Row
	Faults []bench.Run
}

// Summarize makes the table of runs.
func Summarize(runs []bench.Run) *Table {
	t := &Table{}
	row := map[string]int{}
	for _, r := range runs {
		i, ok := row[r.Config]
		if !ok {
			i = len(t.Rows)
			row[r.Config] = i
			t.Rows = append(t.Rows, Row{Config: r.Config})
		}
		t.Rows[i].add(&r)
		if r.Fault {
			t.Faults = append(t.Faults, r)
		}
	}
	return t
}

// add counts a run. One that was killed had been translated, since that takes next to no time.
func (w *Row) add(r *bench.Run) {
	d := details(r)
	w.Files++
	switch {
	case r.Category == Refused:
		w.Refused++
		return
	case r.Category == Failed:
		w.Err++
		return
	case d.Skipped > 0:
		w.Part++
	default:
		w.Whole++
	}
	if r.Category == Finished {
		w.Finished++
		w.Seconds += r.CPU
	}
	if d.Alarms > 0 {
		w.Alarms++
	}
	w.OK, w.Error, w.Open, w.Skipped, w.Raised = w.OK+d.OK, w.Error+d.Error, w.Open+d.Open, w.Skipped+d.Skipped, w.Raised+d.Alarms
	w.Checks = Checks{w.Checks.Proved + d.Checks.Proved, w.Checks.Violated + d.Checks.Violated, w.Checks.Unknown + d.Checks.Unknown}
}

// Write prints the tables.
func (t *Table) Write(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "run\tfiles\trefused\ttranslated\tin part\tfinished\t%\ts mean\talarms\terror\t")
	for _, r := range t.Rows {
		translated := r.Whole + r.Part
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%d\t%.1f%%\t%.2f\t%d\t%d\t\n", r.Config, r.Files, r.Refused, r.Whole, r.Part, r.Finished,
			100*float64(r.Finished)/float64(max(1, translated)), r.Seconds/float64(max(1, r.Finished)), r.Alarms, r.Err)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w, "\nFunctions, and places of checks:")
	fmt.Fprintln(tw, "run\tOK\tERROR\topen\tSKIPPED\twith alarms\tproved\tviolated\tunknown\t")
	for _, r := range t.Rows {
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", r.Config, r.OK, r.Error, r.Open, r.Skipped, r.Raised, r.Checks.Proved, r.Checks.Violated, r.Checks.Unknown)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	if len(t.Faults) > 0 {
		fmt.Fprintf(w, "faults: %d\n", len(t.Faults))
	}
	for _, r := range t.Faults {
		fmt.Fprintf(w, "  %s on %s: %s\n", r.Config, r.Task, r.Reason)
	}
	return nil
}

// WriteCSV writes a line per run.
func WriteCSV(w io.Writer, runs []bench.Run) error {
	c := csv.NewWriter(w)
	num := func(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
	rows := [][]string{{"config", "task", "family", "verdict", "arithmetic", "ok", "error", "open", "skipped", "alarms", "proved", "violated", "unknown",
		"cpu_s", "wall_s", "memory_mb", "reason", "flags", "limits", "version"}}
	for _, r := range runs {
		d := details(&r)
		rows = append(rows, []string{r.Config, r.Task, r.Family, r.Verdict, d.Arithmetic, strconv.Itoa(d.OK), strconv.Itoa(d.Error), strconv.Itoa(d.Open),
			strconv.Itoa(d.Skipped), strconv.Itoa(d.Alarms), strconv.Itoa(d.Checks.Proved), strconv.Itoa(d.Checks.Violated), strconv.Itoa(d.Checks.Unknown),
			num(r.CPU), num(r.Wall), num(r.MemoryMB), r.Reason, r.Flags, r.Limits, r.Version})
	}
	return c.WriteAll(rows)
}
