package loop

import (
	"fmt"
	"strings"
	"testing"

	"cupel/product/solidity/trace"
)

// TestNesting: calls nest as calls of unknown code on a path do.
func TestNesting(t *testing.T) {
	within := []string{"f", "g"}
	for _, tt := range []struct{ path, want string }{
		{"c f", "c f"},
		{"c f <0 g >0 h", "c f{g} h"},
		{"c f <0 >0 g", "c f g"},
		{"c f <0 f <0 g >0 >0", "c f{f{g}}"},
		{"c f <0 g <1 >0 h", "c f{g} h"}, // what g did was over, too
		{"c f <0 g h >0 <0 g >0", "c f{g h g}"},
		{"c >0", "c f"}, // it began before
		{"c g >0", "c g f|c f{g}"},
		{"c f <0 g h >1", "c f{g h g}|c f{g g{h}}|c f{g{g h}}"},
		{"c f <0 g", "c f{g}"},
	} {
		ns := []*nesting{{}}
		for _, e := range strings.Fields(tt.path) {
			var next []*nesting
			for _, n := range ns {
				site := int(e[len(e)-1] - '0')
				switch e[0] {
				case '<':
					n.leave(site)
				case '>':
					next = append(next, n.resume(site, within[site])...)
					continue
				default:
					n.begin(e)
				}
				next = append(next, n)
			}
			ns = next
		}
		var got []string
		for _, n := range ns {
			got = append(got, show(n.all()))
		}
		if s := strings.Join(got, "|"); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.path, s, tt.want)
		}
	}
}

func show(cs []trace.Call) string {
	var parts []string
	for _, c := range cs {
		s := c.Procedure
		if len(c.Inside) > 0 {
			s += fmt.Sprintf("{%s}", show(c.Inside))
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, " ")
}
