package unwritten

import "cupel/core/program"

// A Source is a variable or a block without a value: where it is made.
type Source struct {
	Pos  program.Pos
	Name string // empty: a block
}

// Of is the source that an operation makes; false: it makes none. One in memory is a source whose cells no operation makes unknown: they are as they were when the program began.
func Of(op *program.Op) (s Source, memory, ok bool) {
	u := op.Unknown
	switch {
	case op.Kind == program.OpHavoc && u != nil && u.Kind == program.Uninitialized:
		return Source{u.Pos, u.Name}, false, true
	case op.Kind == program.OpAlloc && u != nil && u.Kind == program.Uninitialized:
		return Source{u.Pos, u.Name}, true, true
	case op.Kind == program.OpAlloc && op.Note != program.Automatic && op.Note != "calloc":
		return Source{Pos: op.Pos}, true, true
	}
	return Source{}, false, false
}
