package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"cupel/product/campaign"
	"cupel/product/campaign/worker"
	"cupel/verifier"
)

// sharedTally counts jobs that are done, for readers at the same time.
type sharedTally struct {
	mu sync.Mutex
	t  campaign.Tally
}

func (s *sharedTally) add(d campaign.Done) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.t.Add(d)
}

// copy is the tally of now.
func (s *sharedTally) copy() campaign.Tally {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.t
	t.Verdicts = map[string]int{}
	for v, n := range s.t.Verdicts {
		t.Verdicts[v] = n
	}
	return t
}

// campaignMetrics are those of a campaign and of its server's queue.
func campaignMetrics(ctx context.Context, s *campaign.Store, c *campaign.Campaign, tally *sharedTally) *metrics.Set {
	set := metrics.NewSet()
	label := `{campaign="` + c.ID + `"`
	var mu sync.Mutex
	checks := &campaign.CheckTally{}
	set.RegisterMetricsWriter(func(w io.Writer) {
		t := tally.copy()
		metrics.WriteGaugeUint64(w, "cupel_campaign_jobs"+label+"}", uint64(c.Jobs))
		metrics.WriteGaugeUint64(w, "cupel_campaign_jobs_done"+label+"}", uint64(t.Jobs))
		metrics.WriteGaugeUint64(w, "cupel_campaign_jobs_known"+label+"}", uint64(t.Known))
		metrics.WriteGaugeUint64(w, "cupel_campaign_jobs_given_up"+label+"}", uint64(t.Failed))
		metrics.WriteGaugeFloat64(w, "cupel_campaign_cpu_seconds"+label+"}", t.CPU)
		for v, n := range t.Verdicts {
			metrics.WriteGaugeUint64(w, "cupel_campaign_verdicts"+label+`,verdict="`+v+`"}`, uint64(n))
		}
		one, cancel := context.WithTimeout(ctx, metricsTime)
		defer cancel()
		mu.Lock()
		defer mu.Unlock()
		if s.CountChecks(one, c, checks) != nil {
			return
		}
		if p, err := s.Status(one, c, &t, checks); err == nil {
			metrics.WriteGaugeUint64(w, "cupel_campaign_jobs_waiting"+label+"}", uint64(p.Waiting))
			metrics.WriteGaugeUint64(w, "cupel_campaign_jobs_leased"+label+"}", uint64(p.Leased))
			metrics.WriteGaugeUint64(w, "cupel_workers", uint64(len(p.Workers)))
			metrics.WriteGaugeUint64(w, "cupel_conflicts", uint64(len(p.Conflicts)))
			for answer, n := range p.Checks {
				metrics.WriteGaugeUint64(w, "cupel_campaign_witnesses"+label+`,answer="`+answer+`"}`, uint64(n))
			}
		}
	})
	return set
}

// workerMetrics are those of a worker.
func workerMetrics(c *worker.Counters) *metrics.Set {
	set := metrics.NewSet()
	set.RegisterMetricsWriter(func(w io.Writer) {
		metrics.WriteCounterUint64(w, "cupel_worker_jobs_done_total", c.Done.Load())
		metrics.WriteCounterUint64(w, "cupel_worker_attempts_failed_total", c.Failed.Load())
		metrics.WriteGaugeUint64(w, "cupel_worker_jobs_running", uint64(max(0, c.Running.Load())))
		metrics.WriteCounterFloat64(w, "cupel_worker_run_cpu_seconds_total", float64(c.CPU.Load())/1000)
	})
	return set
}

// metricsTime bounds a request for metrics.
const metricsTime = 10 * time.Second

// listenMetrics listens at the address of --metrics; nil: there is none.
func listenMetrics(address string) (net.Listener, error) {
	if address == "" {
		return nil, nil
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, &verifier.InputError{Msg: "--metrics: " + err.Error()}
	}
	return l, nil
}

// serveMetrics serves metrics until stop.
func serveMetrics(l net.Listener, set *metrics.Set) (stop func()) {
	if l == nil {
		return func() {}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4")
		set.WritePrometheus(w)
		metrics.WriteProcessMetrics(w)
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: metricsTime, WriteTimeout: 2 * metricsTime, MaxHeaderBytes: 1 << 14}
	go func() { _ = server.Serve(l) }()
	return func() { _ = server.Close() }
}
