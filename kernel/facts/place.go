package facts

import (
	"path/filepath"

	"cupel/core/program"
)

// A Place names a location of an inlined program in terms of the source: by its position, function
// and kind, and among several copies by its number. Locations without a position have none.
type Place struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Function string `json:"function,omitempty"`
	Kind     string `json:"kind"`           // Loop or Point
	Copy     int    `json:"copy,omitempty"` // 0: the first
}

// The kinds of places.
const (
	Loop  = "loop"  // before a loop's condition is evaluated; the position is that of its keyword
	Point = "point" // before a statement
)

// key is the form used for lookup, independent of the path to the file.
func (p Place) key() Place {
	p.File = filepath.Base(p.File)
	return p
}

// places maps locations of a program to Places and back.
type places struct {
	of map[*program.Location]Place
	at map[Place]*program.Location
}

func placesOf(p *program.Program) *places {
	x := &places{of: map[*program.Location]Place{}, at: map[Place]*program.Location{}}
	copies := map[Place]int{}
	for _, l := range p.Locs {
		pl := Place{Kind: Point, Function: l.Func}
		pos := l.Pos
		if l.LoopPos.IsValid() {
			pl.Kind, pos = Loop, l.LoopPos
		}
		if !pos.IsValid() {
			continue
		}
		pl.File, pl.Line, pl.Column = pos.File, pos.Line, pos.Col
		k := pl.key()
		pl.Copy = copies[k]
		copies[k]++
		x.of[l], x.at[pl.key()] = pl, l
	}
	return x
}

// Move returns a board about another version of the inlined program, with the facts whose places and variables
// exist there. Checked facts become claims.
func (b *Board) Move(p *program.Program) *Board {
	out := New(p)
	if b == nil {
		return out
	}
	from, to := placesOf(b.p), placesOf(p)
	for _, x := range b.Facts() {
		if pl, ok := from.of[x.At]; ok {
			out.Publish(x.Origin, min(x.Status, Claimed), to.at[pl.key()], x.Formula)
		}
	}
	return out
}
