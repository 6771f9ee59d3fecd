package verifier

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"cupel/engine"
	"cupel/tests/need"
)

func corpus(b testing.TB) string {
	return need.Corpus(b, "c")
}

// peakMB is the largest resident size of this process so far.
func peakMB() float64 {
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for _, line := range bytes.Split(data, []byte("\n")) {
		if rest, ok := bytes.CutPrefix(line, []byte("VmHWM:")); ok {
			kb, _ := strconv.ParseFloat(strings.Fields(string(rest))[0], 64)
			return kb / 1024
		}
	}
	return 0
}

// BenchmarkLargest runs some of the largest tasks of the corpus for at most ten
// seconds each and reports solver calls per second and peak memory.
func BenchmarkLargest(b *testing.B) {
	dir := corpus(b)
	for _, task := range []string{"product-lines/elevator_spec3_product01", "product-lines/email_spec3_product17",
		"systemc/token_ring.13-1", "eca-rers2012/Problem01_label00", "ssh/s3_clnt.blast.03", "ntdrivers/diskperf-1"} {
		b.Run(filepath.Base(task), func(b *testing.B) {
			t, err := LoadTask(filepath.Join(dir, task+".yml"), "")
			if err != nil {
				b.Fatal(err)
			}
			cfg := DefaultConfig()
			cfg.Timeout, cfg.DataModel = 10*time.Second, t.DataModel
			calls, seconds := 0.0, 0.0
			for b.Loop() {
				start := time.Now()
				rep, err := Verify(context.Background(), t, cfg, engine.Quiet{})
				if err != nil {
					b.Fatal(err)
				}
				seconds += time.Since(start).Seconds()
				for _, s := range rep.Stats {
					if s.Name == "solver calls" {
						n, _ := strconv.ParseFloat(s.Value, 64)
						calls += n
					}
				}
			}
			b.ReportMetric(calls/seconds, "solver-calls/s")
			b.ReportMetric(peakMB(), "peak-MB")
		})
	}
}

// BenchmarkStartup verifies a ten-line program: the least time that a user waits.
func BenchmarkStartup(b *testing.B) {
	t, err := LoadTask("../examples/unsafe.c", "")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if rep, err := Verify(context.Background(), t, DefaultConfig(), engine.Quiet{}); err != nil || rep.Verdict != "FALSE" {
			b.Fatal(rep, err)
		}
	}
}
