package bench

import (
	"encoding/json"
	"slices"
	"time"
)

// A Tool is a command of the program other than verify, whose reports the caller reads.
type Tool struct {
	Name string // results of other commands are not reused
	// Arguments are those of a run before the flags of task and configuration, which override them.
	Arguments func(o Options) []string
	// Read fills in Verdict, Reason and Details of a run that was not killed; false: what it printed, or its exit code, is none
	// of a report.
	Read func(r *Run, stdout []byte, stderr string, exit int) bool
	// Categorize is the category of a run, from what a journal contains.
	Categorize func(r *Run, t Task) string
}

// DetailsOf are the details that a tool has read of a run; the zero value where there are none.
func DetailsOf[T any](r *Run) (d T) {
	if len(r.Details) == 0 || json.Unmarshal(r.Details, &d) != nil {
		var none T
		return none
	}
	return d
}

// command are the arguments of a run without the task.
func (o *Options) command(c Config, t Task) []string {
	flags := slices.Concat(t.Flags, c.Flags)
	if o.Tool == nil {
		return arguments(Config{Flags: flags}, *o)
	}
	return append(o.Tool.Arguments(*o), flags...)
}

// finish fills in the results of a run.
func (o *Options) finish(r *Run, stdout []byte, stderr, killed string, exit int) {
	switch {
	case o.Tool == nil:
		r.read(stdout, stderr, killed, exit)
	case killed != "" || !o.Tool.Read(r, stdout, stderr, exit):
		r.read(nil, stderr, killed, exit)
	}
}

// categorize fills in the category of a run.
func (o *Options) categorize(r *Run, t Task) {
	if o.Tool == nil {
		r.Category = Categorize(r.Verdict, t)
		return
	}
	r.Category = o.Tool.Categorize(r, t)
}

// Wall is the time limit of a run by the clock; 0: none.
func (o *Options) Wall() time.Duration { return o.wall() }
