package page

import (
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	frame "cupel/evidence/page"
	"cupel/internal/terminal"
	"cupel/product/campaign"
)

//go:embed run.html
var runText string

var runPage = sync.OnceValue(func() *template.Template { return frame.Parse("run", runText, nil) })

// fact is a line of a list.
type fact struct{ Name, Text string }

// runData is the input of the template of a run.
type runData struct {
	Head          frame.Head
	Task, Config  string
	Class         class
	Verdict       string
	Wrong         bool
	Contradicts   bool // runs of the task have verdicts TRUE and FALSE
	Facts, Stats  []fact
	Reason, Log   string
	ReportHref    string // "": there is none
	Attempts      []campaign.Attempt
	Others        []Row
	Witness       string // its beginning
	WitnessHref   string // "": there is none
	WitnessCut    bool
	WitnessFailed string // why it is not shown
}

// job is the number in a request's path; false: it has been answered.
func (s *handler) job(w http.ResponseWriter, r *http.Request) (job int, ok bool) {
	job, err := strconv.Atoi(r.PathValue("job"))
	if err != nil || job < 0 || job >= s.board.plan.Jobs() {
		http.Error(w, "the campaign has no such run", http.StatusNotFound)
		return 0, false
	}
	return job, true
}

// record finds what is kept of the run of a request; nil: it has been answered.
func (s *handler) record(ctx context.Context, w http.ResponseWriter, job int) *Record {
	rec, err := s.records.Record(ctx, job)
	switch {
	case err != nil:
		http.Error(w, "what is kept of the run cannot be read: "+label(err.Error()), http.StatusBadGateway)
		return nil
	case rec == nil:
		http.Error(w, "the run is not done", http.StatusNotFound)
		return nil
	}
	return rec
}

// run is the page of a run.
func (s *handler) run(w http.ResponseWriter, r *http.Request) {
	job, ok := s.job(w, r)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), answerTime)
	defer cancel()
	rec := s.record(ctx, w, job)
	if rec == nil {
		return
	}
	row := s.board.Row(job)
	d := &runData{Head: frame.NewHead(row.Task+" "+row.Config, style, ""), Task: row.Task, Config: row.Config, Class: row.Class, Verdict: label(rec.Run.Verdict), Wrong: row.Class.wrong(),
		Contradicts: row.Disagree, Reason: text(rec.Run.Reason, maxReason), Log: text(rec.Log, maxReason), Others: s.board.Others(job)}
	d.addFacts(rec)
	for _, a := range rec.Attempts[:min(len(rec.Attempts), maxRows)] {
		d.Attempts = append(d.Attempts, campaign.Attempt{Number: a.Number, Worker: label(a.Worker), Reason: text(a.Reason, maxReason)})
	}
	if rec.Report != nil {
		d.ReportHref = fmt.Sprintf("%d/report", job)
	}
	if rec.Witness != nil {
		d.WitnessHref = fmt.Sprintf("%d/witness", job)
		data, err := s.records.Kept(ctx, rec.Witness, maxKept)
		if err != nil {
			d.WitnessFailed = label(err.Error())
		}
		d.WitnessCut = len(data) > maxShown
		d.Witness = terminal.Text(strings.ToValidUTF8(string(data[:min(len(data), maxShown)]), "?"))
	}
	write(w, runPage(), d.Head, d)
}

// text is a text from outside with its lines.
func text(s string, limit int) string { return campaign.Shortened(terminal.Text(s), limit) }

func (d *runData) addFacts(rec *Record) {
	r := &rec.Run
	add := func(name, text string) {
		if text != "" {
			d.Facts = append(d.Facts, fact{name, campaign.Shortened(terminal.Line(text), maxReason)})
		}
	}
	add("family", r.Family)
	add("expected", r.Expected)
	if r.Repetition > 0 {
		add("repetition", strconv.Itoa(r.Repetition))
	}
	add("flags", r.Flags)
	add("limits", r.Limits)
	add("build", r.Version)
	add("decided by", r.DecidedBy)
	add("confirmed", r.Confirmed)
	add("compiled program", r.Harness)
	if r.Disagrees {
		add("disagreement", "the compiled program does not reach the error that the replay reaches")
	}
	add("certified", r.Certified)
	add("certificate", r.Certificate)
	add("processor time", fmt.Sprintf("%.2f s", measured(r.CPU)))
	add("time", fmt.Sprintf("%.2f s", measured(r.Wall)))
	add("memory", fmt.Sprintf("%.0f MB", measured(r.MemoryMB)))
	add("worker", rec.Worker)
	if !rec.Ended.IsZero() {
		add("ended", rec.Ended.UTC().Format(time.RFC3339))
	}
	if rec.Known {
		add("known", "the verdict was there before: the run was not repeated")
	}
	add("key", rec.Key)
	for _, name := range slices.Sorted(maps.Keys(r.Stats)) {
		if len(d.Stats) < maxStats {
			d.Stats = append(d.Stats, fact{label(name), strconv.FormatFloat(r.Stats[name], 'g', -1, 64)})
		}
	}
}

// kept reads a file of the run of a request; false: it has been answered.
func (s *handler) kept(w http.ResponseWriter, r *http.Request, what string, of func(*Record) *campaign.File) (job int, data []byte, ok bool) {
	job, ok = s.job(w, r)
	if !ok {
		return 0, nil, false
	}
	ctx, cancel := context.WithTimeout(r.Context(), answerTime)
	defer cancel()
	rec := s.record(ctx, w, job)
	if rec == nil {
		return 0, nil, false
	}
	f := of(rec)
	if f == nil {
		http.Error(w, "no "+what+" is kept of the run", http.StatusNotFound)
		return 0, nil, false
	}
	data, err := s.records.Kept(ctx, f, maxKept)
	if err != nil {
		http.Error(w, "the "+what+" cannot be read: "+label(err.Error()), http.StatusBadGateway)
		return 0, nil, false
	}
	return job, data, true
}

// witness sends the witness of a run as a file.
func (s *handler) witness(w http.ResponseWriter, r *http.Request) {
	job, data, ok := s.kept(w, r, "witness", func(rec *Record) *campaign.File { return rec.Witness })
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="witness-%d.yml"`, job))
	_, _ = w.Write(data) // an error is that of a client that has gone
}

// report sends the page about a run that the verifier has written, or what a worker says it has: it may run its script, apart from all other pages, and loads and sends nothing.
func (s *handler) report(w http.ResponseWriter, r *http.Request) {
	_, data, ok := s.kept(w, r, "report", func(rec *Record) *campaign.File { return rec.Report })
	if !ok {
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; sandbox allow-scripts")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(data) // an error is that of a client that has gone
}
