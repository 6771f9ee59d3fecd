package c23

import (
	"bytes"
	"strings"

	"cupel/frontend/c/scan"
)

// A Use is a place where a program uses a construct.
type Use struct {
	At   int // offset in the text
	What string
}

// Result is a text in the older language.
type Result struct {
	Text []byte
	// Only is the first construct that GCC accepts in C23 alone; nil: there is none.
	Only *Use
}

// Error is a construct that GCC refuses, or that has no translation.
type Error struct {
	At          int
	Msg         string
	Unsupported bool // the program may be correct
}

// Error implements error.
func (e *Error) Error() string { return e.Msg }

// rewriter makes one pass over the tokens of a text.
type rewriter struct {
	text      []byte
	toks      []scan.Token // without white space and comments
	own       map[string]bool
	only      *Use
	err       *Error
	out       *bytes.Buffer
	types     map[string]bool   // the names that typedefs declare
	scopes    *scopes           // nil: nothing needs them
	constants map[int]*constant // the objects that constexpr declares, by their declarations
	names     map[string]bool   // theirs
	replaced  map[int]*constant // the tokens in whose place the values of these are
	left      map[int]bool      // the names of constants that stay, as their values are not known
	records   map[int]*record   // by their braces
	blocks    int               // braces that are open
	start     int               // where the last declaration or statement begins in out
	strict    bool
	widest    int
	declares  bool // constexpr or auto is in the text
	nested    int  // types in each other that are looked at
	count     int  // of static compound literals
}

// Options are how a text is read.
type Options struct {
	Strict bool // all words of C23 are keywords, also those that the program declares
	Widest int  // bits of the widest bit-precise integers
}

// Rewrite translates a preprocessed text.
func Rewrite(text []byte, o Options) (Result, error) {
	text, bad := variadic(text)
	if bad != nil {
		return Result{}, bad
	}
	r := &rewriter{text: text, strict: o.Strict, widest: o.Widest, own: map[string]bool{}, types: map[string]bool{}, out: &bytes.Buffer{}}
	news, scoped := false, false
	for t := range scan.Tokens(text) {
		switch t.Kind {
		case scan.Space, scan.Remark, scan.Line:
			continue
		case scan.Ident:
			if storage[string(text[t.Start:t.End])] && r.is(len(r.toks)-1, "(") {
				news, scoped = true, true
			}
			if n, ok := words[string(text[t.Start:t.End])]; ok {
				news = true
				r.declares = r.declares || n == introduces
				scoped = scoped || n == introduces
			}
		case scan.Quoted:
			news = news || t.Quote == t.Start+2 && text[t.Quote] == '\''
		case scan.Num:
			news = news || precise(string(text[t.Start:t.End]))
		case scan.Punct:
			last := len(r.toks) - 1
			news = news || last >= 0 && (text[t.Start] == '[' && r.is(last, "[") || t.End-t.Start == len("...") && r.is(last, "("))
		}
		r.toks = append(r.toks, t)
	}
	if !news {
		return Result{Text: text}, nil
	}
	if !o.Strict {
		r.declared()
	}
	r.typeNames()
	if scoped {
		r.constants, r.names, r.replaced = map[int]*constant{}, map[string]bool{}, map[int]*constant{}
		r.left, r.records = map[int]bool{}, map[int]*record{}
		bind(r)
	}
	r.out.Grow(len(text) + len(text)/8)
	end := 0
	for k := 0; k < len(r.toks) && r.err == nil; {
		r.out.Write(text[end:r.toks[k].Start])
		r.begin(k)
		next := min(r.item(k, len(r.toks)), len(r.toks)) // what is refused may lack its end
		end = r.toks[next-1].End
		k = next
	}
	if r.err != nil {
		return Result{}, r.err
	}
	r.out.Write(text[end:])
	return Result{Text: r.out.Bytes(), Only: r.only}, nil
}

// begin notes that a declaration or a statement may begin with token k.
func (r *rewriter) begin(k int) {
	if w := r.word(k - 1); w == "" || w == ";" || w == "{" || w == "}" {
		r.start = r.out.Len()
	}
}

// render is the translation of the tokens from i up to j.
func (r *rewriter) render(i, j int) string {
	keep, start := r.out, r.start
	r.out, r.start = &bytes.Buffer{}, 0
	defer func() { r.out, r.start = keep, start }()
	for k := i; k < j && r.err == nil; {
		if k > i {
			r.out.Write(r.text[r.toks[k-1].End:r.toks[k].Start])
		}
		r.begin(k)
		k = r.item(k, j)
	}
	return r.out.String()
}

// line is render on one line.
func (r *rewriter) line(i, j int) string { return strings.ReplaceAll(r.render(i, j), "\n", " ") }

// put writes the translation of the tokens from i up to j, with as many ends of lines.
func (r *rewriter) put(i, j int, text string) int {
	if j > i {
		lines := bytes.Count(r.text[r.toks[i].Start:r.toks[j-1].End], []byte("\n")) - strings.Count(text, "\n")
		text += strings.Repeat("\n", max(0, lines))
	}
	r.out.WriteString(text)
	return j
}

// lines are the ends of lines before token i.
func (r *rewriter) lines(i int) string {
	if i < 1 || i >= len(r.toks) {
		return ""
	}
	return strings.Repeat("\n", bytes.Count(r.text[r.toks[i-1].End:r.toks[i].Start], []byte("\n")))
}

// word is the text of a token; "" behind the end.
func (r *rewriter) word(i int) string {
	if i < 0 || i >= len(r.toks) {
		return ""
	}
	return string(r.text[r.toks[i].Start:r.toks[i].End])
}

func (r *rewriter) is(i int, text string) bool {
	return i >= 0 && i < len(r.toks) && string(r.text[r.toks[i].Start:r.toks[i].End]) == text
}

func (r *rewriter) ident(i int) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].Kind == scan.Ident
}

// name reports whether a token is an identifier that is no keyword.
func (r *rewriter) name(i int) bool {
	return r.ident(i) && !keywords[r.word(i)] && !strings.HasPrefix(r.word(i), "__")
}

// close is the token behind the bracket that closes the one at i; 0: there is none.
func (r *rewriter) close(i int) int {
	depth := 0
	for ; i < len(r.toks); i++ {
		if r.toks[i].Kind != scan.Punct {
			continue
		}
		switch r.text[r.toks[i].Start] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
	}
	return 0
}

// until is the first token from i on outside of brackets that is one of the texts, or that closes a bracket around.
func (r *rewriter) until(i, end int, texts ...string) int {
	for i < end {
		switch w := r.word(i); w {
		case "(", "[", "{":
			j := r.close(i)
			if j == 0 {
				return end
			}
			i = j
		default:
			for _, t := range texts {
				if w == t {
					return i
				}
			}
			if w == ")" || w == "]" || w == "}" {
				return i
			}
			i++
		}
	}
	return end
}

// at is where token i begins; that of the last where the text ends before i.
func (r *rewriter) at(i int) int { return r.toks[min(i, len(r.toks)-1)].Start }

func (r *rewriter) fail(i int, msg string) {
	if r.err == nil {
		r.err = &Error{At: r.at(i), Msg: msg}
	}
}

func (r *rewriter) unsupported(i int, msg string) {
	if r.err == nil {
		r.err = &Error{At: r.at(i), Msg: msg, Unsupported: true}
	}
}

// needs notes a construct of C23 alone.
func (r *rewriter) needs(i int, what string) {
	if r.only == nil {
		r.only = &Use{At: r.at(i), What: what}
	}
}

// item writes the translation of what begins at token i and returns the token behind it.
func (r *rewriter) item(i, end int) int {
	t := r.toks[i]
	w := r.word(i)
	switch {
	case t.Kind == scan.Num && precise(w):
		return r.number(i)
	case t.Kind == scan.Quoted && t.Quote == t.Start+2 && r.text[t.Quote] == '\'': // those with a value have become numbers
		r.fail(i, "a character constant with the prefix u8 is one character of one byte, not "+w)
	case t.Kind == scan.Punct:
		switch w {
		case "[":
			if r.is(i+1, "[") {
				return r.attributes(i)
			}
		case "(":
			if r.is(i+1, "...") && r.is(i+2, ")") {
				return r.unnamed(i)
			}
			if r.scopes != nil && r.scopes.literals[i] && r.stored(i) {
				if next := r.literalAt(i, end); next > i {
					return next
				}
			}
		case "{":
			r.blocks++
		case "}":
			r.blocks--
		}
	case t.Kind == scan.Ident:
		if r.declares && r.begins(i) {
			if next := r.declaration(i, end); next > i {
				return next
			}
		}
		if w == "_Generic" && r.is(i+1, "(") {
			for k := i; k < r.close(i+1); k++ {
				if r.is(k, "nullptr_t") || r.is(k, "nullptr") && !r.own["nullptr"] {
					r.unsupported(k, "a generic selection with the type of nullptr is not supported")
				}
			}
		}
		if _, ok := words[w]; ok && !r.own[w] {
			return r.keyword(i, w)
		}
		if (w == "signed" || w == "unsigned") && r.signs(i) {
			return r.put(i, i+1, "")
		}
		if r.names[w] {
			if next := r.constantAt(i); next > i {
				return next
			}
		}
	}
	return r.put(i, i+1, w)
}

// unnamed translates the parameters (...), without a named one, to those of a function without a prototype: it takes all arguments, too.
func (r *rewriter) unnamed(i int) int {
	r.needs(i, "variable arguments without a named parameter")
	for k := range r.toks {
		if r.is(k, "_Generic") || r.is(k, "__builtin_types_compatible_p") {
			r.unsupported(i, "variable arguments without a named parameter are not supported in a program that selects by types")
		}
	}
	return r.put(i, i+3, "()")
}
