package page

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	frame "cupel/evidence/page"
	"cupel/internal/terminal"
	"cupel/product/campaign"
)

//go:embed page.html
var pageText string

//go:embed page.css
var style string

//go:embed page.js
var script string

var mainPage = sync.OnceValue(func() *template.Template { return frame.Parse("campaign", pageText, nil) })

// handler is that of a page.
type handler struct {
	board    *Board
	records  Records
	streams  chan struct{} // one for each that is open
	searches chan struct{}
}

// Handler serves the page of a board.
func Handler(b *Board, r Records) http.Handler {
	s := &handler{board: b, records: r, streams: make(chan struct{}, maxStreams), searches: make(chan struct{}, maxSearches)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.main)
	mux.HandleFunc("GET /events", s.events)
	mux.HandleFunc("GET /overview", s.limited(s.overview))
	mux.HandleFunc("GET /results", s.limited(s.results))
	mux.HandleFunc("GET /runs/{job}", s.limited(s.run))
	mux.HandleFunc("GET /runs/{job}/witness", s.limited(s.witness))
	mux.HandleFunc("GET /runs/{job}/report", s.limited(s.report))
	return guarded(mux)
}

// guarded refuses requests with contents, and forbids the browser what pages do not allow.
func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if r.ContentLength != 0 {
			h.Set("Connection", "close")
			http.Error(w, "requests have no contents here", http.StatusRequestEntityTooLarge)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// limited is a handler of which few work at a time.
func (s *handler) limited(do http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case s.searches <- struct{}{}:
			defer func() { <-s.searches }()
			do(w, r)
		case <-r.Context().Done():
		}
	}
}

// write sends a page.
func write(w http.ResponseWriter, t *template.Template, head frame.Head, data any) {
	w.Header().Set("Content-Security-Policy", head.Policy()+"; frame-ancestors 'none'")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = t.Execute(w, data) // an error is that of a client that has gone
}

func writeJSON(w http.ResponseWriter, data any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(data) // an error is that of a client that has gone
}

func (s *handler) main(w http.ResponseWriter, _ *http.Request) {
	head := frame.NewHead("Campaign "+s.board.id, style, script)
	head.Live = true
	b := s.board
	data := struct {
		Head            frame.Head
		ID, Build       string
		Limits          string
		Witnesses       bool // are kept
		Configs         []config
		More            int // configurations that are not listed
		Classes, Groups []string
	}{Head: head, ID: b.id, Build: b.plan.Version(), Limits: b.plan.Limits.Options("", "").Limits(), Witnesses: b.plan.Limits.Witness, Classes: names[open+1:], Groups: []string{showWrong, showDisagree, showDecided, showOpen}}
	for i, c := range b.plan.Configs[:min(len(b.plan.Configs), maxConfigs)] {
		data.Configs = append(data.Configs, config{i, b.configs[i], label(strings.Join(c.Flags, " "))})
	}
	data.More = len(b.plan.Configs) - len(data.Configs)
	write(w, mainPage(), head, data)
}

// config is a configuration in a list.
type config struct {
	Number      int
	Name, Flags string
}

func (s *handler) overview(w http.ResponseWriter, _ *http.Request) { writeJSON(w, s.board.Overview()) }

func (s *handler) results(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	f := Filter{Text: q.Get("text"), Family: q.Get("family"), Config: -1, Show: q.Get("show")}
	var errs [2]error
	if c := q.Get("config"); c != "" {
		f.Config, errs[0] = strconv.Atoi(c)
	}
	if n := q.Get("from"); n != "" {
		f.From, errs[1] = strconv.Atoi(n)
	}
	found, ok := s.board.Search(f)
	if errors.Join(errs[:]...) != nil || !ok {
		http.Error(w, "there is no such family, configuration or kind of result", http.StatusBadRequest)
		return
	}
	writeJSON(w, found)
}

// events sends the progress whenever it has changed, and from time to time. What happens while the client does not read is part of the next event.
func (s *handler) events(w http.ResponseWriter, r *http.Request) {
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		w.Header().Set("Retry-After", "10")
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	c := http.NewResponseController(w)
	tick := time.NewTicker(eventTime)
	defer tick.Stop()
	revision, sent := -1, time.Time{}
	for {
		if now := time.Now(); s.board.Revision() != revision || now.Sub(sent) >= idleTime {
			p := s.board.Progress(now)
			revision, sent = p.Revision, now
			if err := send(w, c, p); err != nil {
				return // gone, or too slow
			}
		}
		select {
		case <-r.Context().Done():
			return
		case <-tick.C:
		}
	}
}

func send(w io.Writer, c *http.ResponseController, p Progress) error {
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if err := c.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "data: %s\n\n", data); err != nil {
		return err
	}
	return c.Flush()
}

// label is a text from outside on one line, in a length that can be shown.
func label(text string) string { return campaign.Shortened(terminal.Line(text), maxText) }

// Serve answers requests with a handler until ctx ends. local: others do not reach the listener.
func Serve(ctx context.Context, l net.Listener, h http.Handler, local bool) error {
	if local {
		h = addressed(h)
	}
	var open atomic.Int64
	srv := &http.Server{Handler: h, ReadHeaderTimeout: readTime, WriteTimeout: writeTime + answerTime, IdleTimeout: keepTime, MaxHeaderBytes: maxHeader,
		BaseContext: func(net.Listener) context.Context { return ctx }, ErrorLog: log.New(io.Discard, "", 0),
		ConnState: func(c net.Conn, state http.ConnState) {
			switch state {
			case http.StateNew:
				if open.Add(1) > maxConnections {
					_ = c.Close()
				}
			case http.StateClosed, http.StateHijacked:
				open.Add(-1)
			}
		}}
	stop := context.AfterFunc(ctx, func() { _ = srv.Close() })
	defer stop()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// addressed refuses requests that name another host than this machine: by a name that leads here, a page from elsewhere could read what is here.
func addressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		if host != "localhost" && net.ParseIP(host) == nil {
			http.Error(w, "use the address of the page", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}
