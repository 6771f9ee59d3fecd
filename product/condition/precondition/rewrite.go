package precondition

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cupel/analysis/execution/inputs"
	"cupel/core/program"
	"cupel/frontend/c"
	"cupel/internal/inputfile"
	"cupel/internal/lazyregexp"
)

// A Slot is an input in an assumption.
type Slot struct {
	Name   string         // in the assumption, an identifier of C
	Source *inputs.Source // of the program read with the same options
	N      int            // which of its values, counted from 1
}

// An Assumption is a condition on the inputs of a program.
type Assumption struct {
	Slots []Slot
	// Definitions are declarations outside of functions that Text uses.
	Definitions []string
	// Locals are declarations over the slots' names that Text uses.
	Locals []string
	Text   string // an expression of C over the slots' names, of which each has the type that its source has
}

// Error is the reason why a program cannot be instrumented.
type Error struct {
	Pos program.Pos // not valid: the whole program
	Msg string
}

// Error prints file:line:column: message.
func (e *Error) Error() string {
	if !e.Pos.IsValid() {
		return "the precondition cannot be written into the program: " + e.Msg
	}
	return fmt.Sprintf("%s: the precondition cannot be written here: %s", e.Pos, e.Msg)
}

func refuse(pos program.Pos, format string, args ...any) error {
	return &Error{pos, fmt.Sprintf(format, args...)}
}

// Rewrite returns the text of a program, src (nil: the file), with an assumption.
func Rewrite(ctx context.Context, file string, src []byte, o c.Options, a *Assumption) ([]byte, error) {
	if src == nil {
		var err error
		if src, err = inputfile.Read(file, inputfile.Code); err != nil {
			return nil, err
		}
	}
	r := &rewriter{file: file, src: src, o: o, a: a, scanned: divide(src), macros: map[string]bool{}}
	if err := r.read(ctx); err != nil {
		return nil, err
	}
	if err := r.plan(); err != nil {
		return nil, err
	}
	out, err := r.write()
	if err != nil {
		return nil, err
	}
	return out, r.check(ctx, out)
}

// rewriter is one call of Rewrite.
type rewriter struct {
	file string
	src  []byte
	o    c.Options
	a    *Assumption
	scanned
	plain   []byte // src with lines as they are
	lines   []int
	macros  map[string]bool
	words   map[string]bool // identifiers of the program, its comments and directives
	outline *c.Outline
	module  *program.Module
	table   *inputs.Table
	given   *inputs.Table // the same with the places that directives give

	entry  *c.Definition
	body   int // behind the brace of its body
	sites  []*site
	prefix string // of all names that are added
	params []c.Variable
}

// read reads the program with the lines as they are in the file.
func (r *rewriter) read(ctx context.Context) error {
	if r.o.Entry == "" {
		r.o.Entry = "main"
	}
	r.o.Opened = nil
	r.plain = unnumbered(r.src, r.scanned)
	r.lines = lines(r.src)
	var err error
	if r.outline, err = c.ReadOutline(ctx, r.file, r.plain, r.o); err != nil {
		return err
	}
	if r.module, _, err = c.Lower(ctx, r.file, r.plain, r.o); err != nil {
		return err
	}
	r.table = inputs.Find(r.module)
	r.given = r.table
	if !bytes.Equal(r.plain, r.src) {
		m, _, err := c.Lower(ctx, r.file, r.src, r.o)
		if err != nil {
			return err
		}
		if r.given = inputs.Find(m); len(r.given.Sources) != len(r.table.Sources) {
			return refuse(program.Pos{}, "the program depends on the numbers of its lines")
		}
	}
	r.words = map[string]bool{}
	for i, text := range append([]string{r.file}, r.outline.Opened...) {
		src := r.src
		if i > 0 {
			if src, err = inputfile.Read(text, inputfile.Code); err != nil {
				return err
			}
		}
		macros(r.macros, src, divide(src))
		for _, w := range word().FindAll(src, -1) {
			r.words[string(w)] = true
		}
	}
	return nil
}

// A site is a source whose values are read in advance.
type site struct {
	*inputs.Source
	k      int // from 1
	typ    string
	call   *c.Call // nil: it is none
	at     int     // offset of the name of the called function
	slots  []Slot
	params []string
}

// most is the last slot of a site.
func (s *site) most() int { return s.slots[len(s.slots)-1].N }

var identifier = lazyregexp.New(`^[A-Za-z_]\w*$`)

// plan determines the insertions.
func (r *rewriter) plan() error {
	for n := 0; r.prefix == ""; n++ {
		p := "cupel_"
		if n > 0 {
			p = fmt.Sprintf("cupel%d_", n)
		}
		if !r.begins(p) {
			r.prefix = p
		}
	}
	if err := r.findEntry(); err != nil {
		return err
	}
	names := map[string]bool{}
	bySource := map[int]*site{}
	for _, s := range r.a.Slots {
		if !identifier().MatchString(s.Name) || names[s.Name] || strings.HasPrefix(s.Name, r.prefix) {
			return refuse(program.Pos{}, "%q is no name for an input", s.Name)
		}
		names[s.Name] = true
		at := bySource[s.Source.Number]
		if at == nil {
			src, err := r.sourceOf(s.Source)
			if err != nil {
				return err
			}
			at = &site{Source: src, k: len(r.sites) + 1}
			if err := r.locate(at); err != nil {
				return err
			}
			bySource[s.Source.Number] = at
			r.sites = append(r.sites, at)
		}
		if s.N < 1 || at.Once && s.N > 1 || slices.ContainsFunc(at.slots, func(o Slot) bool { return o.N == s.N }) {
			return refuse(at.Pos, "value %d of %s", s.N, at.Name)
		}
		at.slots = append(at.slots, s)
	}
	for _, s := range r.sites {
		slices.SortFunc(s.slots, func(a, b Slot) int { return a.N - b.N })
	}
	return nil
}

// begins reports whether a word of the program or the assumption begins with p.
func (r *rewriter) begins(p string) bool {
	for w := range r.words {
		if strings.HasPrefix(w, p) {
			return true
		}
	}
	text := strings.Join(slices.Concat(r.a.Definitions, r.a.Locals, []string{r.a.Text}), "\n")
	for _, w := range word().FindAllString(text, -1) {
		if strings.HasPrefix(w, p) {
			return true
		}
	}
	return slices.ContainsFunc(r.a.Slots, func(s Slot) bool { return strings.HasPrefix(s.Name, p) })
}

// findEntry finds the beginning of the function in which the program begins.
func (r *rewriter) findEntry() error {
	for _, l := range r.module.Entry.Locs {
		for _, e := range l.Out {
			for op := range program.AllOps(e.Ops) {
				if op.Kind == program.OpCall && op.Callee.Name != r.o.Entry && !strings.HasPrefix(op.Callee.Name, "#") {
					return refuse(op.Callee.Pos, "%s runs before %s", op.Callee.Name, r.o.Entry)
				}
			}
		}
	}
	r.entry = r.outline.Functions[r.o.Entry]
	if r.entry == nil {
		return refuse(program.Pos{}, "there is no function %s", r.o.Entry)
	}
	i, ok := r.offset(r.entry.Body)
	if !ok || r.code[i] != '{' {
		return refuse(r.entry.Body, "the body of %s does not begin with a brace in the file %s itself", r.o.Entry, r.file)
	}
	r.body = i + 1
	return nil
}

// offset is that of a place in the file.
func (r *rewriter) offset(p program.Pos) (int, bool) {
	if p.File != r.file || p.Line < 1 || p.Line > len(r.lines) || p.Col < 1 {
		return 0, false
	}
	i := r.lines[p.Line-1] + p.Col - 1
	return i, i < len(r.src) && (p.Line == len(r.lines) || i < r.lines[p.Line])
}

// sourceOf is a source in the program with the lines as they are. Its number may be another one.
func (r *rewriter) sourceOf(s *inputs.Source) (*inputs.Source, error) {
	for i, t := range r.given.Sources {
		if t.Pos == s.Pos && t.Call == s.Call && t.Kind == s.Kind && t.Name == s.Name && t.Func == s.Func && t.Sort.String() == s.Sort.String() && !t.Hidden {
			return r.table.Sources[i], nil
		}
	}
	return nil, refuse(s.Pos, "the program was read with other options")
}

// locate finds out how a source is written in the text.
func (r *rewriter) locate(s *site) error {
	same := 0
	for _, o := range r.table.Inputs() {
		if o.Pos == s.Pos && o.Call == s.Call && o.Kind == s.Kind {
			same++
		}
	}
	switch {
	case s.Call != "":
		return r.locateCall(s, same)
	case s.Kind == program.Argument && s.Func == r.module.Entry.Name:
		for _, p := range r.entry.Params {
			if p.Name != "" && p.Name == s.Name {
				if s.typ = p.Type; s.typ == "" || r.macros[p.Name] {
					return refuse(s.Pos, "the parameter %s of %s has no arithmetic type", p.Name, r.o.Entry)
				}
				r.params = append(r.params, p)
				return nil
			}
		}
		return refuse(s.Pos, "a parameter of %s whose address is taken, or without a name", r.o.Entry)
	case s.Kind == program.Undefined:
		v := r.outline.Variables[s.Name]
		switch {
		case v == nil:
			return refuse(s.Pos, "the variable %s is declared in a block", s.Name)
		case v.Type == "" || same != 1:
			return refuse(s.Pos, "the variable %s has no arithmetic type", s.Name)
		}
		s.typ = v.Type
		return nil
	}
	return refuse(s.Pos, "%s %s is written nowhere in the program", s.Kind, s.Name)
}

// locateCall finds the call that is a source.
func (r *rewriter) locateCall(s *site, same int) error {
	if s.Pos.File != r.file {
		return refuse(s.Pos, "the call of %s is not in the file %s itself", s.Call, r.file)
	}
	for i := range r.outline.Calls {
		if call := &r.outline.Calls[i]; call.Pos == s.Pos && call.Callee == s.Call {
			if s.call != nil {
				same = 2
			}
			s.call = call
		}
	}
	if s.call == nil {
		return refuse(s.Pos, "the call of %s goes through a pointer", s.Call)
	}
	if same != 1 {
		return refuse(s.Pos, "several calls of %s, perhaps of a macro", s.Call)
	}
	var ok bool
	if s.at, ok = r.offset(s.Pos); !ok || wordAt(r.code, s.at) != s.Call || r.macros[s.Call] {
		return refuse(s.Pos, "the call of %s is in a macro, or its name is in parentheses", s.Call)
	}
	// Where the parser read a text that was mended, places on a line may be those of other words.
	for _, o := range r.outline.Calls {
		if o.Pos.File != r.file || o.Pos.Line != s.Pos.Line {
			continue
		}
		at, ok := r.offset(o.Pos)
		if w := wordAt(r.code, at); !ok || w != o.Callee && !r.macros[w] && r.code[at] != '(' {
			return refuse(o.Pos, "the call of %s is not found on this line", o.Callee)
		}
	}
	switch s.typ = s.call.Result; {
	case !s.call.Declared && s.Type != "":
		if s.typ = s.Type; !basic().MatchString(s.typ) {
			return refuse(s.Pos, "%s has no arithmetic type", s.Call)
		}
	case s.typ == "":
		return refuse(s.Pos, "%s has no arithmetic type", s.Call)
	}
	s.params = s.call.Params
	if s.call.Variadic || len(s.params) != s.call.Args || slices.Contains(s.params, "") {
		return refuse(s.Pos, "%s has parameters that are not arithmetic, or arguments that are not declared", s.Call)
	}
	return nil
}

// basic are the types that need no declaration.
var basic = lazyregexp.New(`^((unsigned|signed|char|short|int|long|float|double|_Bool|__int128)( |$))+$`)

// check reads the program that was written: it must have the sources of the original one, but for those that
// were replaced.
func (r *rewriter) check(ctx context.Context, out []byte) error {
	m, _, err := c.Lower(ctx, r.file, out, r.o)
	var wrong *c.Error
	switch {
	case errors.As(err, &wrong):
		return refuse(program.Pos{}, "what was written is not understood: %s", wrong.Msg)
	case err != nil:
		return err
	}
	type kind struct{ in, call, kind, name string }
	count := map[kind]int{}
	of := func(s *inputs.Source) kind {
		k := kind{in: s.Func, call: s.Call, kind: string(s.Kind)}
		if s.Call == "" {
			k.name = s.Name
		}
		return k
	}
	for _, s := range r.table.Inputs() {
		count[of(s)]++
	}
	for _, s := range r.sites {
		if s.call != nil {
			count[of(s.Source)]--
		}
	}
	for _, s := range inputs.Find(m).Inputs() {
		if !strings.HasPrefix(s.Func, r.prefix) {
			count[of(s)]--
		}
	}
	for k, n := range count {
		if n != 0 {
			return refuse(program.Pos{}, "what was written has other inputs in %s (%s%s)", k.in, k.call, k.name)
		}
	}
	if !bytes.Contains(out, []byte(r.prefix)) {
		return refuse(program.Pos{}, "nothing was written")
	}
	return nil
}
