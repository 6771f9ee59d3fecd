package facts

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/inputfile"
	"cupel/internal/wholefile"
)

// format names the format and its version.
const format = "cupel facts 1"

// file is a file of facts.
type file struct {
	Format  string      `json:"format"`
	Program fileProgram `json:"program"`
	Facts   []fileFact  `json:"facts"`
}

// fileProgram identifies the program that the facts are about.
type fileProgram struct {
	File      string `json:"file"`
	SHA256    string `json:"sha256"` // of the file
	DataModel string `json:"data_model"`
}

// fileFact is a fact as an SMT-LIB term over the variables of the inlined program, with their sorts.
type fileFact struct {
	At        Place             `json:"at"`
	Formula   string            `json:"formula"`
	Variables map[string]string `json:"variables,omitempty"`
	Origin    string            `json:"origin"`
	Status    string            `json:"status"`
}

// Error is a syntax or scoping error in a file of facts.
type Error struct {
	Pos program.Pos
	Msg string
}

// Error returns the message with its position.
func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Pos, e.Msg) }

// Hash identifies a version of a program: the SHA-256 of its file, or of the hashes of its files if several.
func Hash(p *program.Program) (string, error) {
	var all []byte
	for _, f := range p.Files {
		data, err := inputfile.Read(f, inputfile.Code)
		if err != nil {
			return "", err
		}
		sum := sha256.Sum256(data)
		all = hex.AppendEncode(all, sum[:])
	}
	if len(p.Files) > 1 {
		sum := sha256.Sum256(all)
		all = hex.AppendEncode(nil, sum[:])
	}
	return string(all), nil
}

// WriteFile writes the board as JSON. Facts at locations without a source position are left out.
func (b *Board) WriteFile(path string) error {
	hash, err := Hash(b.p)
	if err != nil {
		return err
	}
	return wholefile.Write(path, func(w io.Writer) error { return b.write(w, hash, b.Facts()) })
}

// Since returns the facts published after the first n, in the form of WriteFile; nil if there are none.
func (b *Board) Since(n int) ([]byte, error) {
	b.lock.Lock()
	late := slices.Clone(b.facts[min(n, len(b.facts)):])
	b.lock.Unlock()
	if len(late) == 0 {
		return nil, nil
	}
	hash, err := Hash(b.p)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = b.write(&out, hash, late)
	return out.Bytes(), err
}

func (b *Board) write(w io.Writer, hash string, all []Fact) error {
	out := file{Format: format, Facts: []fileFact{}}
	out.Program = fileProgram{SHA256: hash, DataModel: b.p.Model.String()}
	if len(b.p.Files) > 0 {
		out.Program.File = b.p.Files[0]
	}
	names := placesOf(b.p)
	// Facts of higher status come first: a reader may stop at a limit.
	sort.SliceStable(all, func(i, j int) bool { return all[i].Status > all[j].Status })
	for _, x := range all {
		at, ok := names.of[x.At]
		if !ok {
			continue
		}
		vars := map[string]string{}
		for _, v := range logic.FreeVars(x.Formula) {
			vars[v.Name()] = v.Sort().String()
		}
		out.Facts = append(out.Facts, fileFact{at, x.Formula.SMTLIB(), vars, x.Origin, x.Status.String()})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

// Read publishes the facts of a file as claims. The file is JSON as WriteFile writes it, a YAML witness with an
// invariant_set, or lines with C expressions. If it is about another version of the program, facts that do not
// fit are dropped one by one, with a warning each. An *Error is an error in the file; other errors concern
// reading the program's files.
func (b *Board) Read(path string, data []byte) (warnings []string, err error) {
	hash, err := Hash(b.p)
	if err != nil {
		return nil, err
	}
	r := &reader{b: b, file: path, data: data, hash: hash, places: placesOf(b.p)}
	switch text := bytes.TrimLeft(data, " \t\r\n\ufeff"); {
	case len(text) > 0 && text[0] == '{':
		err = r.json()
	case len(text) > 0 && text[0] == '-':
		err = r.witness()
	default:
		err = r.lines()
	}
	if r.dropped > len(r.warnings) {
		r.warnings = append(r.warnings, fmt.Sprintf("%s: %d more facts are dropped", path, r.dropped-len(r.warnings)))
	}
	if r.other {
		r.warnings = append([]string{fmt.Sprintf("%s: the facts are about another version of the program", path)}, r.warnings...)
	}
	return r.warnings, err
}

// reader reads one file.
type reader struct {
	b      *Board
	file   string
	data   []byte
	hash   string // of the program
	places *places
	names  *names // resolves C names; nil until needed

	other    bool // the file is about another version of the program
	dropped  int
	warnings []string
}

// at returns the position of a byte offset in the file.
func (r *reader) at(offset int64) program.Pos {
	before := r.data[:min(int(offset), len(r.data))]
	line := bytes.Count(before, []byte("\n"))
	return program.Pos{File: r.file, Line: line + 1, Col: len(before) - bytes.LastIndexByte(before, '\n')}
}

// drop skips a fact of another program version with a warning, or returns an *Error.
func (r *reader) drop(pos program.Pos, msg string) error {
	if !r.other {
		return &Error{pos, msg}
	}
	if r.dropped++; len(r.warnings) < maxWarnings {
		r.warnings = append(r.warnings, fmt.Sprintf("%s: dropped: %s", pos, msg))
	}
	return nil
}

// json reads the format of WriteFile, one fact at a time.
func (r *reader) json() error {
	dec := json.NewDecoder(bytes.NewReader(r.data))
	fail := func(msg string) error { return &Error{r.at(dec.InputOffset()), msg} }
	decode := func(to any) error {
		start := r.next(dec.InputOffset())
		err := dec.Decode(to)
		var syntax *json.SyntaxError
		var typ *json.UnmarshalTypeError
		switch {
		case err == nil:
			return nil
		case errors.As(err, &syntax):
			return &Error{r.at(start), "invalid JSON: " + err.Error()}
		case errors.As(err, &typ):
			return &Error{r.at(start), fmt.Sprintf("%s cannot be a JSON %s", typ.Field, typ.Value)}
		}
		return &Error{r.at(start), "the file ends in the middle"}
	}
	if _, err := dec.Token(); err != nil {
		return fail("invalid JSON: " + err.Error())
	}
	known := false
	parser := logic.NewParser(r.b.p.Terms, symbols(r.b.p, bytes.Contains(r.data, []byte("(forall ")))...)
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return fail("invalid JSON: " + err.Error())
		}
		switch key {
		case "format":
			var name string
			if err := decode(&name); err != nil {
				return err
			}
			if name != format {
				return fail(fmt.Sprintf("the format is %.100q, expected %q", name, format))
			}
			known = true
		case "program":
			var p fileProgram
			if err := decode(&p); err != nil {
				return err
			}
			r.other = p.SHA256 != r.hash || p.DataModel != r.b.p.Model.String()
		case "facts":
			if !known {
				return fail(fmt.Sprintf("expected \"format\": %q before the facts", format))
			}
			if t, err := dec.Token(); err != nil || t != json.Delim('[') {
				return fail("expected a list of facts")
			}
			for dec.More() {
				pos := r.at(r.next(dec.InputOffset()))
				var x fileFact
				if err := decode(&x); err != nil {
					return err
				}
				if err := r.fact(parser, pos, &x); err != nil {
					return err
				}
			}
			if _, err := dec.Token(); err != nil {
				return fail("invalid JSON: " + err.Error())
			}
		default:
			var skipped json.RawMessage
			if err := decode(&skipped); err != nil {
				return err
			}
		}
	}
	if _, err := dec.Token(); err != nil {
		return fail("the file ends in the middle")
	}
	if !known {
		return fail(fmt.Sprintf("expected \"format\": %q", format))
	}
	return nil
}

// next returns the offset of the next value's first byte.
func (r *reader) next(offset int64) int64 {
	for int(offset) < len(r.data) && strings.IndexByte(" \t\r\n,:", r.data[offset]) >= 0 {
		offset++
	}
	return offset
}

// symbols returns those of the variables, and with numbers also those of quantified facts.
func symbols(p *program.Program, numbers bool) []*logic.Term {
	var out []*logic.Term
	for _, v := range p.Vars {
		out = append(out, v.Sym)
		if !numbers {
			continue
		}
		if n := intlower.Symbol(p.Terms, v); n != v.Sym {
			out = append(out, n)
		}
	}
	return out
}

// fact publishes one fact of a file.
func (r *reader) fact(parser *logic.Parser, pos program.Pos, x *fileFact) error {
	status := Claimed
	switch x.Status {
	case Predicate.String():
		status = Predicate
	case Claimed.String(), Relative.String(), Checked.String(), "":
	default:
		return &Error{pos, fmt.Sprintf("unknown status %.40q; choose predicate, claimed, relative or checked", x.Status)}
	}
	l := r.places.at[x.At.key()]
	if l == nil {
		return r.drop(pos, fmt.Sprintf("the program has no %s at %.200s:%d:%d in function %.100q", kindText(x.At.Kind), x.At.File, x.At.Line, x.At.Column, x.At.Function))
	}
	if len(x.Formula) > maxSMTLIBLength {
		return &Error{pos, "the formula is too long"}
	}
	t, err := parser.Term(x.Formula)
	if err != nil {
		return r.drop(pos, fmt.Sprintf("the formula: %.300s", err))
	}
	if !t.Sort().IsBool() {
		return r.drop(pos, fmt.Sprintf("the formula has sort %s, expected Bool", t.Sort()))
	}
	for _, v := range logic.FreeVars(t) {
		if s, ok := x.Variables[v.Name()]; ok && s != v.Sort().String() {
			return r.drop(pos, fmt.Sprintf("the variable %s has sort %s in the program, not %.100s", v.Name(), v.Sort(), s))
		}
	}
	if quantifies(t) && (status == Predicate || r.b.aboutAll(t) == nil) {
		return r.drop(pos, "the formula: a quantifier is understood in (forall ((k Int)) ...) about the numbers that variables hold, NAME!int")
	}
	origin := x.Origin
	if origin == "" || len(origin) > 100 {
		origin = "file"
	}
	r.b.Publish(origin, status, l, t)
	return nil
}

func kindText(kind string) string {
	if kind == Loop {
		return "loop"
	}
	return "statement"
}
