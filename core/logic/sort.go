package logic

import (
	"fmt"
	"sync"
)

// SortKind is the family of a sort.
type SortKind uint8

// The kinds of sorts.
const (
	KindBool SortKind = iota
	KindInt
	KindReal
	KindBV
	KindFloat
	KindArray
	KindUninterpreted // any non-empty set
	KindDatatype      // terms over constructors
)

// Sort is the type of a term. Sorts are interned: two sorts are the same
// exactly when their pointers are equal.
type Sort struct {
	kind        SortKind
	p, q        int // BV: width, 0; Float: exponent bits, significand bits (with the hidden bit)
	index, elem *Sort

	name         string        // Uninterpreted, Datatype
	constructors []Constructor // Datatype
}

// The sorts without parameters, and the two IEEE 754 sorts of C's float and double.
var (
	Bool    = &Sort{kind: KindBool}
	Int     = &Sort{kind: KindInt}
	Real    = &Sort{kind: KindReal}
	Float32 = FloatSort(8, 24)
	Float64 = FloatSort(11, 53)
)

type sortKey struct {
	kind        SortKind
	p, q        int
	index, elem *Sort
	name        string
}

var (
	sortMu sync.Mutex
	sorts  = map[sortKey]*Sort{}
)

func internSort(k sortKey) *Sort {
	sortMu.Lock()
	defer sortMu.Unlock()
	if s, ok := sorts[k]; ok {
		return s
	}
	s := &Sort{kind: k.kind, p: k.p, q: k.q, index: k.index, elem: k.elem, name: k.name}
	sorts[k] = s
	return s
}

// BVSort returns the sort of bit-vectors of the given width (at least 1).
func BVSort(width int) *Sort { return internSort(sortKey{kind: KindBV, p: width}) }

// FloatSort returns the IEEE 754 binary sort with eb exponent bits and sb
// significand bits, the hidden bit included: FloatSort(8, 24) is C's float.
func FloatSort(eb, sb int) *Sort { return internSort(sortKey{kind: KindFloat, p: eb, q: sb}) }

// ArraySort returns the sort of total maps from index to elem.
func ArraySort(index, elem *Sort) *Sort {
	return internSort(sortKey{kind: KindArray, index: index, elem: elem})
}

// Kind returns the sort's kind.
func (s *Sort) Kind() SortKind { return s.kind }

// IsBool, IsInt, ... test the kind.
func (s *Sort) IsBool() bool { return s.kind == KindBool }

// IsInt reports whether s is Int.
func (s *Sort) IsInt() bool { return s.kind == KindInt }

// IsReal reports whether s is Real.
func (s *Sort) IsReal() bool { return s.kind == KindReal }

// IsArith reports whether s is Int or Real.
func (s *Sort) IsArith() bool { return s.kind == KindInt || s.kind == KindReal }

// IsBV reports whether s is a bit-vector sort.
func (s *Sort) IsBV() bool { return s.kind == KindBV }

// IsFloat reports whether s is a floating-point sort.
func (s *Sort) IsFloat() bool { return s.kind == KindFloat }

// IsArray reports whether s is an array sort.
func (s *Sort) IsArray() bool { return s.kind == KindArray }

// Width returns a bit-vector's width, or the total number of bits of a float.
func (s *Sort) Width() int {
	if s.kind == KindFloat {
		return s.p + s.q
	}
	return s.p
}

// ExpBits and SigBits return a float's parameters.
func (s *Sort) ExpBits() int { return s.p }

// SigBits returns the significand bits of a float, the hidden bit included.
func (s *Sort) SigBits() int { return s.q }

// Index and Elem return an array's component sorts.
func (s *Sort) Index() *Sort { return s.index }

// Elem returns an array's element sort.
func (s *Sort) Elem() *Sort { return s.elem }

// String prints the sort in SMT-LIB 2.6 syntax.
func (s *Sort) String() string {
	switch s.kind {
	case KindBool:
		return "Bool"
	case KindInt:
		return "Int"
	case KindReal:
		return "Real"
	case KindBV:
		return fmt.Sprintf("(_ BitVec %d)", s.p)
	case KindFloat:
		return fmt.Sprintf("(_ FloatingPoint %d %d)", s.p, s.q)
	case KindUninterpreted, KindDatatype:
		return QuoteSymbol(s.name)
	default:
		return fmt.Sprintf("(Array %s %s)", s.index, s.elem)
	}
}
