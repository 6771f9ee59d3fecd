package c

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"cupel/core/program"
	"cupel/internal/inputfile"
	"cupel/internal/lazyregexp"

	"modernc.org/cc/v4"
)

// unit is a parsed program.
type unit struct {
	ast      *cc.AST
	text     []byte     // of the file, or of the expansion
	expanded *expansion // nil: ast is of the file itself
	included [][]byte   // the texts of the other files that ast is of
}

// mayHave reports whether a word is in the program as text.
func (u *unit) mayHave(word string) bool {
	for _, text := range u.included {
		if bytes.Contains(text, []byte(word)) {
			return true
		}
	}
	return bytes.Contains(u.text, []byte(word))
}

// elsewhere are the words that must not be in included files, where they are not looked for.
var elsewhere = lazyregexp.New(`_Generic|typeof|__auto_type|__sync_|__atomic_|\b_*pack(ed)?_*\b|alignof|\b_*mode_*\s*\(|\[\s*\[|\b(auto|constexpr|nullptr|__VA_OPT__|_BitInt|unreachable)\b`)

// read parses a program: the text as it is, or its expansion if cc rejects the text or misreads it.
func read(ctx context.Context, path string, src []byte, o Options) (*unit, error) {
	u, err := readEither(ctx, path, src, o)
	if e := (*Error)(nil); errors.As(err, &e) && !e.Internal {
		if other := cplusplus(path, src); other != nil {
			return nil, other
		}
	}
	return u, err
}

// readEither is read for C.
func readEither(ctx context.Context, path string, src []byte, o Options) (*unit, error) {
	sc := rewrite(src)
	if sc.modern || o.Standard.Modern() {
		u, _, err := readExpanded(ctx, path, src, o)
		return u, err
	}
	told := o
	u := &unit{text: src}
	// #pragma pack applies to included files, too; a generic selection may depend on their types.
	inside := len(sc.packs) > 0 || bytes.Contains(src, []byte("_Generic"))
	needed := o.Before != "" // its contents are searched for in the text
	told.Opened = func(file string) {
		text, err := inputfile.Read(file, inputfile.Code)
		u.included = append(u.included, text)
		needed = needed || err != nil || inside || elsewhere().Match(text)
		if o.Opened != nil {
			o.Opened(file)
		}
	}
	var err error
	u.ast, err = parse(ctx, path, src, "", told)
	if err == nil && !needed {
		return u, nil
	}
	var refused *Error
	if err != nil && (!errors.As(err, &refused) || refused.Internal || refused.final || o.Before == "" && !directive().Match(src) && !newer().Match(src) && !predefined().Match(src)) {
		return nil, err
	}
	v, preprocessed, err2 := readExpanded(ctx, path, src, o)
	if err2 == nil {
		return v, nil
	}
	if e := (*Error)(nil); errors.As(err2, &e) && e.final {
		return nil, err2
	}
	if m := missing(refused); m != nil && !preprocessed {
		if what := unreadable(err2); what != "" {
			refused.Msg = fmt.Sprintf("%s cannot be included: it %s", m[1], what)
		}
		return nil, refused
	}
	second := &Error{Pos: program.Pos{File: path}, Msg: "the program cannot be read with what it includes: " + err2.Error(), Err: err2}
	errors.As(err2, &second)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case refused == nil: // only text of other files was rejected
		second.Unsupported = true
		return nil, second
	case missing(refused) != nil: // the expansion has read it
		return nil, second
	}
	refused.Unsupported = refused.Unsupported || second.Unsupported // included files count as well
	return nil, refused
}

// readExpanded parses the expansion of a program; preprocessed: there is one.
func readExpanded(ctx context.Context, path string, src []byte, o Options) (u *unit, preprocessed bool, err error) {
	x, err := expanded(ctx, path, src, o)
	if err != nil {
		if e := (*Error)(nil); !errors.As(err, &e) && ctx.Err() == nil && errorPos().MatchString(err.Error()) { // one or several
			err = inputError(path, src, err)
		}
		return nil, false, err
	}
	if o.Before = ""; x.modern {
		o.Standard = "gnu23"
	}
	ast, err := parse(ctx, path, x.text, "", o)
	if err != nil {
		return nil, true, x.mapped(path, err)
	}
	return &unit{ast: ast, text: x.text, expanded: x}, true, nil
}

// newer are words of C23 that the parser rejects, so that they are looked for in a program that it rejects.
var newer = lazyregexp.New(`\b(bool|true|false|_Static_assert|thread_local)\b|\btypeof\w*\s*\(\s*(const|volatile)|[0-9a-fA-F](wb|WB)|\(\s*\.\.\.\s*\)|\(\s*(static|register)\b`)

// predefined are words that may be macros without a directive.
var predefined = lazyregexp.New(`\b__[A-Za-z]`)

// missing finds out which included file err is about.
func missing(err *Error) []string {
	if err == nil {
		return nil
	}
	return notFound().FindStringSubmatch(err.Msg)
}

// mapped is an error about the expansion with the place in the file.
func (x *expansion) mapped(path string, err error) error {
	if e := (*Error)(nil); errors.As(err, &e) && e.Pos.File == path {
		e.Pos = x.pos(e.Pos)
	}
	return err
}

// beforehand is the file name of text that is read before the program.
const beforehand = "<command line>"

// directive: without one, the expansion is the text itself.
var directive = lazyregexp.New(`(?m)^[ \t]*(#|%:)`)

var notFound = lazyregexp.New(`include file not found: ([<"].*[>"])`)

// unreadable returns the reason why an existing file could not be read; "" for other errors.
func unreadable(err error) string {
	var at *os.PathError
	if errors.Is(err, os.ErrNotExist) || !errors.As(err, &at) {
		return ""
	}
	return at.Err.Error()
}

// expandWatched expands within the limits of parse.
func expandWatched(ctx context.Context, path string, src []byte, o Options) (*expansion, error) {
	e := newExpander()
	late := &Error{Pos: program.Pos{File: path}, Msg: "the preprocessor does not come to an end on this file", Unsupported: true}
	return watched(ctx, o, &e.files, late, func() (*expansion, error) { return e.expand(path, bytes.Clone(src), o) })
}

// cannotInclude returns msg, or a more specific message about a failed #include.
func (s *files) cannotInclude(msg string) string {
	if s.err == nil || !strings.Contains(msg, "include file not found") {
		return msg
	}
	if m, what := notFound().FindStringSubmatch(msg), unreadable(s.err); m != nil && what != "" {
		return fmt.Sprintf("%s cannot be included: it %s", m[1], what)
	}
	return "the file cannot be included: " + s.err.Error()
}
