package interp_test

import (
	"context"
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
)

// BenchmarkSteps measures a step of a loop without leaps.
func BenchmarkSteps(b *testing.B) {
	p := lower(b, header+`int main(void) { unsigned x = 1, n = 0; while (1) { x = x * 1103515245u + 12345u; if ((x >> 16 & 7) == 3) n += 2; else n++; } }`, program.ILP32)
	for _, machine := range []struct {
		name string
		make func(*program.Program) (*interp.Machine, error)
	}{{"plain", interp.New}, {"tracking", interp.NewTracking}} {
		b.Run(machine.name, func(b *testing.B) {
			m, err := machine.make(p)
			if err != nil {
				b.Fatal(err)
			}
			m.Run(context.Background(), interp.Zeros{}, interp.Options{MaxSteps: b.N})
		})
	}
}
