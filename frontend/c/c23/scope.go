package c23

import (
	"math"
	"slices"

	"cupel/frontend/c/scan"
)

// scopes are the declarations that the names of a text denote (6.2.1, 6.2.3): what is written in the place of a name means the same elsewhere only where its
// own names denote the same declarations.
type scopes struct {
	r    *rewriter
	pair []int // for each bracket, the one that belongs to it; -1: there is none
	// to is, for each name that is no member and no label, the token of the declaration that it denotes; the declaration denotes itself.
	to       []int
	spans    map[string][]span // where declarations are visible, in the order in which they begin; tags have tagged before their names
	live     map[string][]int  // those of the open scopes
	open     [][]string        // for each open scope, the names that it declares
	typedefs map[int]typedef   // by their declarations
	objects  map[int]typedef   // the types of objects and functions, by their declarations
	named    map[int]typedef   // those that names of types in parentheses denote, by the opening parentheses
	fields   map[int][]field   // the members of structs and unions, by their opening braces
	defined  map[int]int       // braces of the structs and unions with tags, by the declarations of these
	tags     map[int]bool
	casts    map[int]bool // closing parentheses of casts
	literals map[int]bool // opening parentheses of compound literals
	local    map[int]bool // those within functions
	constant map[int]bool // declarations of enumerators
	place    place        // that of the tokens that are being read
	places   []place      // of names and compound literals
	blocks   int          // of functions
	depth    int
	lost     int  // the first token that is not understood
	broken   bool // brackets do not belong to each other, which the parser refuses
}

// span are the tokens in the scope of a declaration.
type span struct {
	from, to int
	at       int // the declaration's name
	level    int // of the scope
	typedef  bool
}

// typedef is the declaration of a type's name.
type typedef struct {
	from, to int // its specifiers
	derived  []derivation
	// auto: the type is that of the initializer, the tokens from value up to end.
	auto       bool
	value, end int
	// insert is where a name of a type would have the name of an object.
	insert int
}

// derivation is a step from an object's name to its specifiers.
type derivation struct {
	by       byte // * [ ( _: a pointer, an array, a function, an attribute
	from, to int  // the length of an array
}

// field is a declarator in a declaration of members.
type field struct {
	name int // nowhere: it has none
	typedef
	bits        bool // it has a width, the tokens from width up to wend
	width, wend int
}

// place is what a token's value is needed for, a set.
type place uint8

const (
	fixed    place = 1 << iota // a constant of an integer: lengths, enumerators, labels, widths, assertions
	typing                     // perhaps a type, which depends on what is a constant
	inStatic                   // the initializer of an object of static storage duration in a function
)

// within reads something in a place.
func (s *scopes) within(p place, read func()) {
	keep := s.place
	s.place |= p
	read()
	s.place = keep
}

// tagged precedes tags, which have a name space of their own.
const tagged = "struct "

// nowhere is the declaration of a name that denotes none in the text, or one that is not an ordinary identifier.
const nowhere = -1

// lost is a token that is not understood.
type lost int

// bind reads the declarations of a text. Behind what it does not understand no name has a known declaration.
func bind(r *rewriter) {
	s := &scopes{r: r, to: make([]int, len(r.toks)), spans: map[string][]span{}, live: map[string][]int{}, typedefs: map[int]typedef{}, objects: map[int]typedef{},
		named: map[int]typedef{}, fields: map[int][]field{}, defined: map[int]int{}, tags: map[int]bool{}, casts: map[int]bool{}, literals: map[int]bool{},
		local: map[int]bool{}, constant: map[int]bool{}, places: make([]place, len(r.toks)), lost: len(r.toks)}
	r.scopes = s
	for i := range s.to {
		s.to[i] = nowhere
	}
	s.match()
	defer func() {
		switch at := recover().(type) {
		case nil:
		case lost:
			s.lost = max(0, min(int(at), len(r.toks)-1))
		default:
			panic(at)
		}
	}()
	s.push()
	for k := 0; k < len(r.toks); {
		k = s.external(k)
	}
}

// match finds the brackets that belong to each other.
func (s *scopes) match() {
	s.pair = make([]int, len(s.r.toks))
	var opened []int
	closes := map[string]string{")": "(", "]": "[", "}": "{"}
	for i := range s.pair {
		s.pair[i] = -1
		if s.r.toks[i].Kind != scan.Punct {
			continue
		}
		switch w := s.r.word(i); w {
		case "(", "[", "{":
			opened = append(opened, i)
		case ")", "]", "}":
			n := len(opened) - 1
			if n < 0 || !s.r.is(opened[n], closes[w]) {
				for i++; i < len(s.pair); i++ {
					s.pair[i] = -1
				}
				s.broken = true
				return
			}
			s.pair[i], s.pair[opened[n]] = opened[n], i
			opened = opened[:n]
		}
	}
	s.broken = len(opened) > 0
}

// closing is the bracket that closes the one at k.
func (s *scopes) closing(k int) int {
	if k >= len(s.pair) || s.pair[k] <= k {
		panic(lost(k))
	}
	return s.pair[k]
}

// want passes a token.
func (s *scopes) want(k int, text string) int {
	if !s.r.is(k, text) {
		panic(lost(k))
	}
	return k + 1
}

// enter bounds how deep constructs are nested.
func (s *scopes) enter(k int) {
	if s.depth++; s.depth > maxScopes {
		panic(lost(k))
	}
}

func (s *scopes) leave() { s.depth-- }

func (s *scopes) push() { s.open = append(s.open, nil) }

// pop ends a scope before token k, and returns the names that it declared.
func (s *scopes) pop(k int) []string {
	last := len(s.open) - 1
	names := s.open[last]
	s.open = s.open[:last]
	for _, n := range names {
		live := s.live[n]
		s.spans[n][live[len(live)-1]].to = k
		s.live[n] = live[:len(live)-1]
	}
	return names
}

// visible is the span of the declaration that a name denotes now; nil: there is none.
func (s *scopes) visible(name string) *span {
	live := s.live[name]
	if len(live) == 0 {
		return nil
	}
	return &s.spans[name][live[len(live)-1]]
}

// declare begins the scope of a declaration at token from. Of several in a scope the last is the one that counts, but for types.
func (s *scopes) declare(name string, at, from int, typedef bool) {
	s.to[at] = at
	level := len(s.open)
	if v := s.visible(name); v != nil && v.level == level {
		if typedef && v.typedef {
			return
		}
		v.to = from
		live := s.live[name]
		s.live[name] = live[:len(live)-1]
	} else {
		s.open[level-1] = append(s.open[level-1], name)
	}
	s.live[name] = append(s.live[name], len(s.spans[name]))
	s.spans[name] = append(s.spans[name], span{from: from, to: math.MaxInt, at: at, level: level, typedef: typedef})
}

// tag notes the tag at k, of a declaration of its own or of a type that is declared before.
func (s *scopes) tag(k int, own bool) {
	name := tagged + s.r.word(k)
	s.tags[k] = true
	if v := s.visible(name); v != nil && (!own || v.level == len(s.open)) {
		s.to[k] = v.at
		return
	}
	s.declare(name, k, k, true)
}

// use notes what the name at k denotes.
func (s *scopes) use(k int) {
	s.places[k] = s.place
	if v := s.visible(s.r.word(k)); v != nil {
		s.to[k] = v.at
	}
}

// denotes is the declaration that a name denotes at token k.
func (s *scopes) denotes(name string, k int) int {
	for _, v := range slices.Backward(s.spans[name]) {
		if v.from <= k && k < v.to {
			return v.at
		}
	}
	return nowhere
}

// ident reports whether the token at k is an identifier, and no keyword.
func (s *scopes) ident(k int) bool {
	w := s.r.word(k)
	return s.r.ident(k) && !keywords[w] && !gnu[w] && (words[w] == 0 || s.r.own[w])
}

// gnu are GNU's keywords that are no specifiers.
var gnu = set("__attribute__", "__attribute", "__asm__", "__asm", "__alignof__", "__alignof", "__real__", "__imag__", "__label__", "__auto_type", "__typeof__", "__typeof")

// keyword reports whether the token at k is a keyword of C23, and not a name that the program declares.
func (s *scopes) keyword(k int, words ...string) bool {
	for _, w := range words {
		if s.r.is(k, w) && !s.r.own[w] {
			return true
		}
	}
	return false
}
