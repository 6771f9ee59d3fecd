package engine

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Stat is one statistic; statistics are printed in their order. As JSON it is {"name": ..., "value": ...}, where the value is a
// number and its unit, if it has one, in the name: {"name": "time for transfers (s)", "value": 0.004}.
type Stat struct {
	Name  string // without unit
	Value string // as people read it: a number, a number with its unit behind a space, or text
}

// Count is a number of things.
func Count(name string, n int) Stat { return Stat{name, strconv.Itoa(n)} }

// Duration is a time, in seconds.
func Duration(name string, d time.Duration) Stat {
	return Stat{name, fmt.Sprintf("%.3f s", d.Seconds())}
}

// Number returns the value as a number with its unit, "" for none; false: it is text.
func (s Stat) Number() (x float64, unit string, ok bool) {
	digits, unit, _ := strings.Cut(s.Value, " ")
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil || strings.ContainsAny(digits, "xXpPnN_") || strings.Contains(unit, " ") {
		return 0, "", false
	}
	return x, unit, true
}

// Key is the name with the unit of the value.
func (s Stat) Key() string {
	if _, unit, ok := s.Number(); ok && unit != "" {
		return s.Name + " (" + unit + ")"
	}
	return s.Name
}

type statJSON struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// MarshalJSON implements json.Marshaler.
func (s Stat) MarshalJSON() ([]byte, error) {
	if x, _, ok := s.Number(); ok {
		digits, _, _ := strings.Cut(s.Value, " ")
		if literal := json.Number(digits); json.Valid([]byte(literal)) {
			return json.Marshal(statJSON{s.Key(), literal})
		}
		return json.Marshal(statJSON{s.Key(), x})
	}
	return json.Marshal(statJSON{s.Name, s.Value})
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *Stat) UnmarshalJSON(data []byte) error {
	var in struct {
		Name  string          `json:"name"`
		Value json.RawMessage `json:"value"`
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	s.Name = in.Name
	if json.Unmarshal(in.Value, &s.Value) == nil {
		return nil
	}
	var n json.Number
	if err := json.Unmarshal(in.Value, &n); err != nil {
		return fmt.Errorf("statistic %q: %w", in.Name, err)
	}
	s.Value = n.String()
	if name, unit, ok := strings.Cut(strings.TrimSuffix(in.Name, ")"), " ("); ok && strings.HasSuffix(in.Name, ")") {
		s.Name, s.Value = name, s.Value+" "+unit
	}
	return nil
}
