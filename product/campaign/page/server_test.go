package page

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cupel/product/bench"
	"cupel/product/campaign"
)

// hostile is a name as a program from outside may have it, longer than names are shown.
var hostile = `<script>window.pwned=1</script>"'><img src=x onerror="window.pwned=1">` + "\x1b[31m\u202e\x00" + strings.Repeat("</script><svg onload=pwned=1>", 40)

func encoded(t *testing.T, value any) []byte {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// kept are records of runs that are all alike.
type kept struct {
	record *Record
	file   string
}

func (k kept) Record(context.Context, int) (*Record, error) {
	if k.record == nil {
		return nil, errors.New("the record is none: " + hostile)
	}
	return k.record, nil
}

func (k kept) Kept(_ context.Context, _ *campaign.File, limit int64) ([]byte, error) {
	if int64(len(k.file)) > limit {
		return nil, errors.New("too large")
	}
	return []byte(k.file), nil
}

// everything is a record in which all texts are hostile.
func everything() *Record {
	return &Record{Run: bench.Run{Config: hostile, Task: hostile, Verdict: "FALSE", Reason: hostile, DecidedBy: hostile, Family: hostile, Expected: hostile, Flags: hostile, Limits: hostile, Version: hostile,
		Confirmed: hostile, Harness: hostile, Certified: hostile, Certificate: hostile, Stats: map[string]float64{hostile: 1}, Disagrees: true}, Key: hostile, Worker: hostile, Ended: start, Known: true,
		Attempts: []campaign.Attempt{{Number: 1, Worker: hostile, Reason: hostile}}, Log: hostile, Witness: &campaign.File{Path: hostile}, Report: &campaign.File{Path: hostile}}
}

func get(t *testing.T, h http.Handler, target string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
	return w
}

// TestAnswers: what is asked for and how it is answered; every answer has a policy.
func TestAnswers(t *testing.T) {
	b := made(1, []string{"a", "b"}, bench.Task{Name: hostile, Family: hostile, Expected: "true"})
	b.Add(done(0, "TRUE", 0))
	b.Add(done(1, "FALSE", 0))
	h := Handler(b, kept{everything(), strings.Repeat(hostile, 300)})
	for _, c := range []struct {
		target string
		code   int
		kind   string
		has    []string
	}{
		{"/", 200, "text/html", []string{"c0ffee", "<noscript>", "connect-src"}},
		{"/overview", 200, "application/json", []string{`"disagree":[{"task":"\u003cscript\u003e`}},
		{"/results", 200, "application/json", []string{`"total":2`}},
		{"/results?text=SCRIPT&config=1&show=wrong+FALSE&from=0", 200, "application/json", []string{`"total":1`}},
		{"/results?config=7", 400, "text/plain", nil},
		{"/results?config=x", 400, "text/plain", nil},
		{"/results?from=-1", 400, "text/plain", nil},
		{"/results?family=x", 400, "text/plain", nil},
		{"/results?show=x", 400, "text/plain", nil},
		{"/runs/0", 200, "text/html", []string{"contradict each other", "&lt;script&gt;window.pwned", `href="1"`, `href="0/witness"`, `href="0/report"`, "The end of its log", "correct TRUE"}},
		{"/runs/1", 200, "text/html", []string{"contradicts the expected one"}},
		{"/runs/2", 404, "text/plain", nil},
		{"/runs/-1", 404, "text/plain", nil},
		{"/runs/x", 404, "text/plain", nil},
		{"/runs/0/witness", 200, "text/plain", nil},
		{"/runs/0/report", 200, "text/html", []string{"<script>window.pwned"}}, // alone
		{"/runs/9/report", 404, "text/plain", nil},
		{"/runs/9/witness", 404, "text/plain", nil},
		{"/other", 404, "text/plain", nil},
	} {
		w := get(t, h, c.target)
		body := w.Body.String()
		if w.Code != c.code || !strings.HasPrefix(w.Header().Get("Content-Type"), c.kind) {
			t.Errorf("%s: %d %s: %.200s", c.target, w.Code, w.Header(), body)
		}
		for _, want := range c.has {
			if !strings.Contains(body, want) {
				t.Errorf("%s has no %s: %s", c.target, want, body)
			}
		}
		policy := w.Header().Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", c.target, w.Header())
		}
		if c.kind == "text/html" && c.target != "/runs/0/report" && (strings.Contains(body, "<script>window.pwned") || strings.Contains(body, "<img") || strings.Contains(body, "<svg") || strings.ContainsAny(body, "\x00\x1b\u202e")) {
			t.Errorf("%s: a text from outside is not escaped: %s", c.target, body)
		}
		if !strings.HasPrefix(c.target, "/runs/0/") && len(body) > maxShown*10 {
			t.Errorf("%s: %d bytes", c.target, len(body))
		}
	}
	if d := get(t, h, "/runs/0/witness").Header().Get("Content-Disposition"); d != `attachment; filename="witness-0.yml"` {
		t.Error(d)
	}
	if p := get(t, h, "/runs/0").Header().Get("Content-Security-Policy"); strings.Contains(p, "script-src") || strings.Contains(p, "connect-src") {
		t.Error("the page of a run needs no script: " + p)
	}
	if p := get(t, h, "/runs/0/report").Header().Get("Content-Security-Policy"); !strings.HasSuffix(p, "; sandbox allow-scripts") || strings.Contains(p, "connect-src") {
		t.Error("a report from a worker is a page like others: " + p)
	}
	for _, target := range []string{"/runs/0", "/runs/0/witness", "/runs/0/report"} {
		if w := get(t, Handler(b, kept{}), target); w.Code != http.StatusBadGateway || strings.Contains(w.Body.String(), "\x1b") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		if w := get(t, Handler(b, kept{&Record{}, ""}), target); target == "/runs/0" && (w.Code != 200 || strings.Contains(w.Body.String(), "Witness")) || target != "/runs/0" && w.Code != 404 {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
}

// TestRefused: requests with contents, other methods, and hosts that are not this one.
func TestRefused(t *testing.T) {
	h := Handler(made(1, []string{"a"}, bench.Task{Name: "t"}), kept{})
	for method, code := range map[string]int{"POST": http.StatusMethodNotAllowed, "DELETE": http.StatusMethodNotAllowed, "HEAD": http.StatusOK} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, "/", nil))
		if w.Code != code {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", strings.NewReader("x")))
	if w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("%d", w.Code)
	}
	for host, code := range map[string]int{"127.0.0.1:80": 200, "localhost:80": 200, "localhost": 200, "[::1]:80": 200, "evil.example:80": 421, "localhost.evil.example": 421} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = host
		w := httptest.NewRecorder()
		addressed(h).ServeHTTP(w, r)
		if w.Code != code {
			t.Errorf("%s: %d", host, w.Code)
		}
	}
}

// reader is a client of a stream of events that takes a time for each.
type reader struct {
	header    http.Header
	code      int
	each      time.Duration
	events    []Progress
	deadlines int
	late      bool // a write would have taken longer than its deadline
	deadline  time.Time
}

func (r *reader) Header() http.Header {
	if r.header == nil {
		r.header = http.Header{}
	}
	return r.header
}
func (r *reader) WriteHeader(code int) { r.code = code }
func (r *reader) Flush()               {}
func (r *reader) SetWriteDeadline(t time.Time) error {
	r.deadline, r.deadlines = t, r.deadlines+1
	return nil
}

func (r *reader) Write(p []byte) (int, error) {
	if until := time.Now().Add(r.each); until.After(r.deadline) {
		time.Sleep(time.Until(r.deadline))
		r.late = true
		return 0, errors.New("i/o timeout")
	}
	time.Sleep(r.each)
	var e Progress
	text, ok := strings.CutPrefix(string(p), "data: ")
	if err := json.Unmarshal([]byte(strings.TrimSuffix(text, "\n\n")), &e); err != nil || !ok {
		return 0, fmt.Errorf("%q: %w", p, err)
	}
	r.events = append(r.events, e)
	return len(p), nil
}

// TestStream: ten thousand results in ten seconds are at most four events a second for each client, the last of which tells of all; a slow client gets fewer, and one that does not read is
// dropped. Time is that of the test.
func TestStream(t *testing.T) {
	for name, c := range map[string]struct {
		each     time.Duration
		min, max int
		late     bool
	}{
		"fast":  {0, 40, 45, false},
		"slow":  {3 * time.Second, 5, 6, false},
		"stuck": {time.Hour, 0, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := made(1, []string{"a"}, make([]bench.Task, 10_000)...)
				h := Handler(b, kept{})
				ctx, cancel := context.WithCancel(t.Context())
				r := &reader{each: c.each}
				ended := false
				go func() {
					h.ServeHTTP(r, httptest.NewRequest("GET", "/events", nil).WithContext(ctx))
					ended = true
				}()
				for i := range 10_000 {
					b.Add(done(i, "TRUE", 0))
					time.Sleep(time.Millisecond)
				}
				time.Sleep(6 * time.Second) // what is left, and one event without a change
				synctest.Wait()
				if n := len(r.events); n < c.min || n > c.max {
					t.Errorf("%d events", n)
				}
				if n := len(r.events); n > 0 && (r.events[n-1].Done != 10_000 || r.events[n-1].State != "done") {
					t.Errorf("%+v", r.events[n-1])
				}
				if r.deadlines < len(r.events) {
					t.Error("an event has no deadline")
				}
				cancel()
				time.Sleep(writeTime)
				synctest.Wait()
				if !ended || r.late != c.late {
					t.Errorf("the stream has ended: %v, late: %v", ended, r.late)
				}
			})
		})
	}
}

// TestStreams: there are not more streams than allowed, and one that ends makes room.
func TestStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := Handler(made(1, []string{"a"}, bench.Task{}), kept{})
		ctx, cancel := context.WithCancel(t.Context())
		for range maxStreams {
			go h.ServeHTTP(&reader{}, httptest.NewRequest("GET", "/events", nil).WithContext(ctx))
		}
		synctest.Wait()
		if w := get(t, h, "/events"); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
			t.Errorf("%d", w.Code)
		}
		cancel()
		synctest.Wait()
		ctx, cancel = context.WithCancel(t.Context())
		r := &reader{}
		go h.ServeHTTP(r, httptest.NewRequest("GET", "/events", nil).WithContext(ctx))
		synctest.Wait()
		if len(r.events) != 1 {
			t.Errorf("%d events, %d", len(r.events), r.code)
		}
		cancel()
		synctest.Wait()
	})
}

// TestServe: a server bounds heads of requests and ends with its context, streams included.
func TestServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, l, Handler(made(1, []string{"a"}, bench.Task{Name: "t"}), kept{}), true) }()
	address := "http://" + l.Addr().String()
	large, _ := http.NewRequest("GET", address+"/", nil)
	large.Header.Set("X", strings.Repeat("x", maxHeader*2))
	if r, err := http.DefaultClient.Do(large); err != nil || r.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("%v %v", r, err)
	}
	r, err := http.Get(address + "/events")
	if err != nil || r.StatusCode != 200 || r.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%v %v", r, err)
	}
	cancel()
	if _, err := io.ReadAll(r.Body); err == nil {
		_ = r.Body.Close() // ended, or broken off
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
