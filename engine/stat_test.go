package engine

import (
	"encoding/json"
	"testing"
	"time"
)

// TestStatJSON: numbers are numbers with their unit in the name, and come back as they were.
func TestStatJSON(t *testing.T) {
	for _, tt := range []struct {
		stat Stat
		want string
	}{
		{Count("iterations", 3), `{"name":"iterations","value":3}`},
		{Duration("time for transfers", 4*time.Millisecond), `{"name":"time for transfers (s)","value":0.004}`},
		{Stat{"mean branching factor", "1.00"}, `{"name":"mean branching factor","value":1.00}`},
		{Stat{"definedness", "assumed, in a second search"}, `{"name":"definedness","value":"assumed, in a second search"}`},
		{Stat{"search", "0x10"}, `{"name":"search","value":"0x10"}`},
		{Stat{"limit", "NaN"}, `{"name":"limit","value":"NaN"}`},
		{Stat{"memory", "12 MB"}, `{"name":"memory (MB)","value":12}`},
		{Stat{"a (b)", "text"}, `{"name":"a (b)","value":"text"}`},
	} {
		got, err := json.Marshal(tt.stat)
		if err != nil || string(got) != tt.want {
			t.Errorf("%v: %s, %v, want %s", tt.stat, got, err, tt.want)
		}
		var back Stat
		if err := json.Unmarshal(got, &back); err != nil || back != tt.stat {
			t.Errorf("%s: back as %v, %v, want %v", got, back, err, tt.stat)
		}
	}
	for _, bad := range []string{`{"name":"a","value":[1]}`, `{"name":"a","value":{}}`, `3`} {
		if json.Unmarshal([]byte(bad), new(Stat)) == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}
