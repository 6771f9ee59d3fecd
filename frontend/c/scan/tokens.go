package scan

import "iter"

// Kind is the kind of a token.
type Kind uint8

const (
	Space  Kind = iota // white space, ends of lines and what continues lines
	Remark             // a comment
	Line               // a directive, from # on, without the end of its line
	Ident              // an identifier or keyword
	Num                // a preprocessing number
	Quoted             // a string or character constant with its prefix
	Punct              // one character, but -> and ...
)

// Token is a piece of a text: the bytes from Start up to End.
type Token struct {
	Kind       Kind
	Start, End int
	// Quote is where the quote of a literal is.
	Quote int
	// Closed: a literal has its closing quote.
	Closed bool
}

// Tokens divides a text. Every byte is in one token.
func Tokens[T Text](src T) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		fresh := true // nothing but white space and comments so far on the line
		for i := 0; i < len(src); {
			t := next(src, i, fresh)
			switch {
			case t.Kind == Space && src[t.End-1] == '\n' && Splice(src, t.Start) == 0:
				fresh = true
			case t.Kind != Space && t.Kind != Remark:
				fresh = false
			}
			if !yield(t) {
				return
			}
			i = t.End
		}
	}
}

// next is the token at i.
func next[T Text](src T, i int, fresh bool) Token {
	c := src[i]
	t := Token{Kind: Punct, Start: i, End: i + 1}
	n, comment, word, number := Splice(src, i), Comment(src, i), Word(src, i), Number(src, i)
	switch {
	case n > 0:
		t.Kind, t.End = Space, i+n
	case c == '\n':
		t.Kind = Space
	case Blank(c):
		for t.Kind = Space; t.End < len(src) && Blank(src[t.End]); t.End++ {
		}
	case comment > i:
		t.Kind, t.End = Remark, comment
	case fresh && (c == '#' || c == '%' && at(src, i+1) == ':'):
		t.Kind, t.End = Line, Directive(src, i)
	case c == '"' || c == '\'':
		t.Kind, t.Quote = Quoted, i
		t.End, t.Closed = Literal(src, i)
	case word > i:
		t.Kind, t.End = Ident, word
		if q := at(src, word); (q == '"' || q == '\'') && word-i <= len("u8") && Prefix(string(src[i:word])) {
			t.Kind, t.Quote = Quoted, word
			t.End, t.Closed = Literal(src, word)
		}
	case number > i:
		t.Kind, t.End = Num, number
	case c == '-' && at(src, i+1) == '>':
		t.End = i + 2
	case c == '.' && at(src, i+1) == '.' && at(src, i+2) == '.':
		t.End = i + 3
	}
	return t
}
