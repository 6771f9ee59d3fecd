package report

import (
	"fmt"
	"strings"

	"cupel/evidence"
)

// progress is a chart of a run's progress: curves, each scaled to its maximum, over the phases.
type progress struct {
	Seconds float64
	Bands   []band
	Lines   []curve
}

// band is a phase from a time on.
type band struct {
	Phase    string
	From     float64 // seconds
	X, Width float64
	Kind     int // neighbours differ
}

type curve struct {
	Name   string
	Most   int
	Points string
	Kind   int
}

// The size of the chart, as in the page.
const (
	chartWidth  = 600.0
	chartHeight = 140.0
)

// chart draws samples; nil if there is nothing to show.
func chart(samples []evidence.Sample) *progress {
	if len(samples) < 2 {
		return nil
	}
	p := &progress{Seconds: samples[len(samples)-1].Seconds}
	if p.Seconds <= 0 {
		return nil
	}
	x := func(seconds float64) float64 { return seconds / p.Seconds * chartWidth }
	for i, s := range samples {
		if i > 0 && s.Phase == samples[i-1].Phase {
			continue
		}
		if n := len(p.Bands); n > 0 {
			p.Bands[n-1].Width = x(s.Seconds) - p.Bands[n-1].X
		}
		if len(p.Bands) == maxBands {
			break
		}
		p.Bands = append(p.Bands, band{Phase: s.Phase, From: s.Seconds, X: x(s.Seconds), Width: chartWidth - x(s.Seconds), Kind: len(p.Bands) % 2})
	}
	for k, c := range []struct {
		name  string
		value func(*evidence.Sample) int
	}{
		{"steps", func(s *evidence.Sample) int { return s.Steps }},
		{"depth", func(s *evidence.Sample) int { return s.Depth }},
		{"open", func(s *evidence.Sample) int { return s.Open }},
		{"refinements", func(s *evidence.Sample) int { return s.Refinements }},
		{"goals proven", func(s *evidence.Sample) int { return s.Proven }},
	} {
		most := 0
		for i := range samples {
			most = max(most, c.value(&samples[i]))
		}
		if most == 0 {
			continue
		}
		var b strings.Builder
		for i := range samples {
			fmt.Fprintf(&b, "%.1f,%.1f ", x(samples[i].Seconds), chartHeight*(1-float64(c.value(&samples[i]))/float64(most)))
		}
		p.Lines = append(p.Lines, curve{c.name, most, strings.TrimSpace(b.String()), k})
	}
	return p
}
