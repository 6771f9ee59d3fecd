package report

import (
	"testing"

	"cupel/evidence"
)

// TestChart: the bands and lines of the chart of progress, and no chart without samples.
func TestChart(t *testing.T) {
	if chart(nil) != nil || chart([]evidence.Sample{{Seconds: 1}}) != nil {
		t.Error("a chart of nothing")
	}
	c := chart([]evidence.Sample{{Seconds: 0, Phase: "a"}, {Seconds: 1, Phase: "a", Steps: 5}, {Seconds: 2, Phase: "b", Steps: 10, Open: 1}, {Seconds: 4, Phase: "b", Steps: 10}})
	if len(c.Bands) != 2 || c.Bands[0].Width != 300 || c.Bands[1].X != 300 || c.Bands[1].Width != 300 {
		t.Errorf("bands %v", c.Bands)
	}
	if len(c.Lines) != 2 || c.Lines[0].Name != "steps" || c.Lines[0].Most != 10 || c.Lines[0].Points != "0.0,140.0 150.0,70.0 300.0,0.0 600.0,0.0" {
		t.Errorf("lines %v", c.Lines)
	}
}
