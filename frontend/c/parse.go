package c

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"cupel/core/program"
	"cupel/core/work"
	"cupel/frontend/c/c23"
	"cupel/frontend/c/include"
	"cupel/frontend/c/library"
	"cupel/internal/inputfile"
	"cupel/internal/lazyregexp"

	"modernc.org/cc/v4"
)

// source returns src, or the file's contents when src is nil.
func source(path string, src []byte) ([]byte, error) {
	if src == nil {
		var err error
		if src, err = contents(path); err != nil {
			return nil, err
		}
	}
	if what := noText(src); what != "" {
		return nil, &Error{Pos: program.Pos{File: path}, Msg: "is no text of C " + what, final: true}
	}
	return src, nil
}

// noText says what a file is that is no text in a character set that C has in common with ASCII; "": it may be one.
func noText(src []byte) string {
	const binary = "(a binary file); give its source"
	begin := src[:min(len(src), textSample)]
	odd := 0
	for _, c := range begin {
		if c < ' ' && (c < '\a' || c > '\r') {
			odd++
		}
	}
	switch {
	case bytes.HasPrefix(src, []byte("\xff\xfe")), bytes.HasPrefix(src, []byte("\xfe\xff")):
		return "that can be read (UTF-16); convert it to UTF-8"
	case bytes.HasPrefix(src, []byte("\x7fELF")), odd >= max(leastOdd, len(begin)/oddShare):
		return binary
	}
	return ""
}

// contents are those of a file.
func contents(path string) ([]byte, error) {
	src, err := inputfile.Read(path, inputfile.Code)
	if err != nil {
		msg := "cannot read the file; check the path"
		var at *os.PathError
		if errors.As(err, &at) {
			msg = "cannot read the file: " + at.Err.Error() + "; check the path"
		}
		if errors.Is(err, os.ErrNotExist) {
			msg = "no such file; check the path"
		}
		return nil, &Error{Pos: program.Pos{File: path}, Msg: msg, Err: err}
	}
	return src, nil
}

// parse preprocesses, parses and type checks one translation unit: src followed by appended.
func parse(ctx context.Context, path string, src []byte, appended string, o Options) (*cc.AST, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if e := tooDeep(path, src); e != nil {
		return nil, e
	}
	sc := rewrite(src)
	if sc.refused != "" {
		return nil, &Error{Pos: program.Pos{File: path}, Msg: sc.refused + " are not supported", Unsupported: true}
	}
	if e := openComment(path, sc.src); e != nil {
		return nil, e
	}
	if e := unbalanced(path, sc.src); e != nil {
		return nil, e
	}
	read := &files{}
	if err := read.begin(path, src); err != nil {
		return nil, err
	}
	late := &Error{Pos: program.Pos{File: path}, Msg: "the parser does not come to an end on this file; check that it compiles with gcc", Unsupported: true, final: true}
	return watched(ctx, o, read, late, func() (*cc.AST, error) { return translate(ctx, path, sc, appended, o, read) })
}

// watched runs read, which takes no context, within the limits, and returns once they are exceeded, with the error late. Opened files are reported.
func watched[T any](ctx context.Context, o Options, opened *files, late *Error, read func() (T, error)) (none T, err error) {
	type result struct {
		value T
		err   error
	}
	if ctx.Err() != nil {
		return none, ctx.Err()
	}
	done := make(chan result, 1)
	go func() {
		v, err := read()
		done <- result{v, err}
	}()
	start := work.ProcessorTime()
	timer := time.NewTimer(parseLimit)
	defer timer.Stop()
	for {
		select {
		case r := <-done:
			if o.Opened != nil {
				for _, f := range opened.opened {
					o.Opened(f)
				}
			}
			return r.value, r.err
		case <-ctx.Done():
			return none, ctx.Err()
		case <-timer.C:
			left := parseLimit - (work.ProcessorTime() - start)
			if left <= 0 {
				return none, late
			}
			timer.Reset(max(left, time.Millisecond)) // the processor did something else
		}
	}
}

// translate runs cc. When ctx has ended it begins nothing more: nobody waits for it.
func translate(ctx context.Context, path string, sc scanned, appended string, o Options, read *files) (ast *cc.AST, err error) {
	m := o.Model
	defer func() {
		if r := recover(); r != nil {
			ast, err = nil, &Error{Pos: program.Pos{File: path}, Msg: fmt.Sprintf("the parser failed on this file (%v); reduce the file to the construct that causes it", r), Unsupported: true}
		}
	}()
	arch := "386"
	if m == program.LP64 {
		arch = "amd64"
	}
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		return nil, &Error{Pos: program.Pos{File: path}, Msg: err.Error(), Err: err}
	}
	cfg := &cc.Config{
		ABI:                        abi,
		FS:                         read,
		FSOnly:                     true,
		IncludePaths:               o.includePaths(""),
		SysIncludePaths:            o.includePaths(),
		UnsignedEnums:              true,
		IgnoreNegativeShiftAmounts: true,
		ExpansionLimit:             expansionLimit,
		PragmaHandler:              pragma,
		HasBuiltin:                 hasBuiltin,
	}
	own := map[string]bool{} // built-ins the program declares in its own way
	atomics := atomicPrelude(sc.src)
	src, enums := packedEnums(withoutModes(withOwnTypes(sc.src), m))
	for attempts := 0; ; attempts++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		sources := []cc.Source{
			{Name: "<predefined>", Value: o.macros() + sc.defines},
			{Name: "<builtin>", Value: builtinDecls([]byte(string(src)+appended), own) + atomics},
			{Name: path, Value: src[:len(src):len(src)]},
			{Name: afterwards, Value: "_Static_assert(1, \"\");\n"},
		}
		if o.Before != "" {
			sources = slices.Insert(sources, 2, cc.Source{Name: beforehand, Value: o.Before})
		}
		if appended != "" {
			sources = append(sources, cc.Source{Name: library.Dir, Value: appended})
		}
		ast, err = cc.Translate(cfg, sources)
		if err == nil && len(enums) > 0 {
			if src, err = sizeEnums(path, src, enums, ast); err != nil {
				return nil, &Error{Pos: program.Pos{File: path}, Msg: err.Error() + " is not supported", Unsupported: true}
			}
			enums = nil
			continue
		}
		if err == nil {
			fixed, err := completed(path, src, ast, m)
			if err == nil && fixed == nil {
				fixed, err = generics(path, src, ast, o)
			}
			if err == nil {
				err = modeElsewhere(src, ast)
			}
			if err == nil && fixed == nil {
				fixed, err = corrected(path, src, ast, sc.packs, o)
			}
			if err != nil {
				return nil, err
			}
			switch {
			case fixed == nil:
				return ast, nil
			case attempts > maxRepairs:
				return nil, &Error{Pos: program.Pos{File: path}, Msg: "too many expressions whose types the parser does not know; read a part of the program", Unsupported: true}
			}
			src = fixed
			continue
		}
		if atomics != "" {
			atomics = "" // the program may declare them itself
			continue
		}
		if typeofType().MatchString(err.Error()) && attempts < maxRepairs {
			if fixed := typesOfTypes(path, src, cfg, sources); fixed != nil {
				src = fixed
				continue
			}
		}
		c := conflicting().FindStringSubmatch(err.Error())
		if c == nil || own[c[1]] {
			if fixed := repair(path, src, err); fixed != nil && !bytes.Equal(fixed, src) && attempts < maxRepairs {
				src = fixed
				continue
			}
			e := inputError(path, src, err)
			e.Msg = readable(read.cannotInclude(e.Msg))
			e.Unsupported = e.Unsupported || extended().Match(src) || typeofSelected().Match(src) || strings.Contains(e.Msg, "is not supported") || parserFault(err, src) ||
				bytes.Contains(src, []byte(c23.Mark)) && memberOfConstant().MatchString(e.Msg)
			return nil, e
		}
		own[c[1]] = true
	}
}

// memberOfConstant matches a message about what may be a constant by a member of an object that is declared with constexpr.
var memberOfConstant = lazyregexp.New(`^cannot evaluate constant expression: .*([A-Za-z_\])]\.[A-Za-z_]|[=!]=)`)

// afterwards is a source appended to the program. After the star of a pointer the parser skips unexpected tokens until a bracket, at the end of the input for
// ever; here it finds one.
const afterwards = "<end>"

// extended recognises files that use types of gcc which the parser does not support, or macros that it does not always expand correctly; its error messages
// about them may be wrong.
var extended = lazyregexp.New(`\b(__)?(vector_size|ext_vector_type)(__)?\b|\b__attribute__\s*\(\(\s*(__)?mode(__)?\b|##\s*__VA_ARGS__`)

// typeofSelected matches types of selections, which the parser has wrong before generics corrects them.
var typeofSelected = lazyregexp.New(`typeof\w*\s*\([\s(]*(_Generic|__builtin_choose_expr)\b`)

// pragma refuses the pragmas that change the meaning of a program.
func pragma(ts []cc.Token) error {
	for _, t := range ts {
		if s := t.SrcStr(); s == "pack" || s == "scalar_storage_order" || s == "redefine_extname" || s == "weak" {
			return fmt.Errorf("%v: #pragma %s is not supported", t.Position(), s)
		}
	}
	return nil
}

var conflicting = lazyregexp.New(`conflicting types for '(__builtin_\w+)'`)

var errorPos = lazyregexp.New(`(?m)^(.*?):(\d+):(\d+):\s*(.*)$`)

// ccOrigin is the source position in cc that its error messages contain.
var ccOrigin = lazyregexp.New(` \([a-z0-9]+\.go:\d+:\w*:?\)$`)

// inputError converts cc's report, one fault per line, to an Error for the first fault that has a position.
func inputError(path string, src []byte, err error) *Error {
	e := &Error{Pos: program.Pos{File: path}, Err: err}
	oneLine := strings.ReplaceAll(path, "\n", "\x00")
	lines := strings.Split(strings.ReplaceAll(err.Error(), path, oneLine), "\n")
	for _, l := range lines {
		m := errorPos().FindStringSubmatch(l)
		if m == nil {
			continue
		}
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		if m[1] == oneLine {
			m[1] = path
		}
		e.Pos, e.Msg = program.Pos{File: m[1], Line: line, Col: col}, withoutMarks(number(ccOrigin().ReplaceAllString(m[4], "")))
		if m[1] == afterwards {
			last := bytes.LastIndexByte(src, '\n')
			e.Pos = program.Pos{File: path, Line: bytes.Count(src, []byte("\n")) + 1, Col: len(src) - last}
			e.Msg = "unexpected end of the file"
		}
		if strings.Contains(e.Msg, "the directive #") {
			e.Unsupported = strings.Contains(e.Msg, "is not supported")
		} else if strings.HasPrefix(e.Msg, "conflicting attributes") {
			e.Msg, e.Unsupported = "several attributes of one type that the parser does not combine are not supported", true
		} else if autoSecond().MatchString(l) {
			e.Msg, e.Unsupported = "specifiers before __auto_type are not supported; name the type", true
		} else if innerRange().MatchString(l) {
			e.Msg, e.Unsupported = "a range of elements with one element, or among other designators and with this initialiser, is not supported; write it out", true
		} else if strings.Contains(e.Msg, "is not supported") {
			e.Msg = strings.TrimSuffix(e.Msg, ":") + "; use the attributes of gcc instead"
		} else if strings.Contains(e.Msg, "include file not found") {
			e.Msg += "; only the headers of C and POSIX and files beside the source are found: name its directory with -I, or a database with --compile-commands, or read the host's headers with --system-headers"
		} else {
			e.Msg += "; correct the program (it must compile with gcc)"
		}
		return e
	}
	e.Msg = "the program does not pass the C front end: " + refusal(lines[0]) + "; it must compile with gcc"
	return e
}

// marked matches expressions that repair marked, with what the program has there.
var marked = lazyregexp.New(regexp.QuoteMeta(unfolded) + `\?\w+:\(\((.*)\),0\)|` + regexp.QuoteMeta(granted) + `\((.*)\)`)

// withoutMarks is a message in the words of the program.
func withoutMarks(msg string) string { return marked().ReplaceAllString(msg, "$1$2") }

// conversion matches the message of a number that cannot be read.
var conversion = lazyregexp.New(`^strconv\.Parse(\w+): parsing "[^"]*": (.*)$`)

// number is a message in the words of C where it is about the reading of a number.
func number(msg string) string {
	m := conversion().FindStringSubmatch(msg)
	switch {
	case m == nil:
		return msg
	case m[2] != "value out of range":
		return "no number of C"
	case m[1] == "Float":
		return "floating constant is too large"
	}
	return "integer constant is too large"
}

// parserFault reports whether the first error is one of the parser, not of the program; a mistake
// of the program makes types invalid, too, in the errors that follow it.
func parserFault(err error, src []byte) bool {
	first, _, _ := strings.Cut(err.Error(), "\n")
	if strings.Contains(first, twice) && !bytes.Contains(src, []byte("__label__")) {
		return false
	}
	return strings.Contains(first, "TODO") || strings.Contains(first, "internal error") || strings.Contains(first, "InvalidType")
}

// twice is what the parser says of two labels of a function that have one name, as local labels may.
const twice = "TODO *cc.LabeledStatement"

// refusal describes the fault of a message of cc that has no position.
func refusal(msg string) string {
	what, odd := strings.CutPrefix(ccOrigin().ReplaceAllString(strings.TrimPrefix(msg, "TODO "), ""), "internal error: ")
	switch {
	case strings.HasPrefix(msg, twice):
		return "two labels of a function have the same name"
	case odd && strings.Contains(msg, ":assignTo:"):
		return "an assignment to what is no object (" + what + ")"
	case odd:
		return "the parser does not know " + what + " here"
	case strings.Contains(what, "InvalidType"):
		return "the parser loses a type, perhaps of a tag that an inner scope declares again"
	}
	return what
}

var builtinName = lazyregexp.New(`__builtin_[A-Za-z0-9_]+`)

// builtinDecl has the declaration of each built-in function by its name.
var builtinDecl = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for _, d := range include.Builtins() {
		if n := builtinName().FindString(d); n != "" {
			m[n] = d
		}
	}
	return m
})

// genericBuiltins are built-in functions that builtinDecl does not have, since they are macros or take operands of several types.
var genericBuiltins = sync.OnceValue(func() map[string]bool {
	return set("__builtin_abs", "__builtin_add_overflow", "__builtin_add_overflow_p", "__builtin_alloca", "__builtin_assume_aligned", "__builtin_bswap16",
		"__builtin_bswap32", "__builtin_bswap64", "__builtin_choose_expr", "__builtin_clear_padding", "__builtin_clz", "__builtin_clzl", "__builtin_clzll",
		"__builtin_constant_p", "__builtin_ctz", "__builtin_ctzl", "__builtin_ctzll", "__builtin_expect", "__builtin_expect_with_probability",
		"__builtin_ffs", "__builtin_ffsl", "__builtin_ffsll", "__builtin_isinf", "__builtin_isnan", "__builtin_memcmp", "__builtin_memcpy",
		"__builtin_memmove", "__builtin_memset", "__builtin_mul_overflow", "__builtin_mul_overflow_p", "__builtin_object_size", "__builtin_offsetof",
		"__builtin_parity", "__builtin_popcount", "__builtin_popcountl", "__builtin_popcountll", "__builtin_prefetch", "__builtin_strlen",
		"__builtin_sub_overflow", "__builtin_sub_overflow_p", "__builtin_trap", "__builtin_types_compatible_p", "__builtin_unreachable", "__builtin_va_copy")
})

// hasBuiltin answers __has_builtin.
func hasBuiltin(name string) bool {
	return builtinDecl()[name] != "" || genericBuiltins()[name] || strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_")
}

// builtinDecls declares the built-in functions the source mentions, or all of
// them when it includes headers. Declaring them all costs more than parsing a
// small program.
func builtinDecls(src []byte, except map[string]bool) string {
	var names []string
	if bytes.Contains(src, []byte("include")) {
		for n := range builtinDecl() {
			names = append(names, n)
		}
	} else {
		for _, n := range builtinName().FindAll(src, -1) {
			names = append(names, string(n))
			if string(n) == "__builtin_va_arg" {
				names = append(names, "__builtin_va_arg_impl") // called by the macro
			}
		}
	}
	sort.Strings(names)
	var b strings.Builder
	for _, n := range slices.Compact(names) {
		if d, ok := builtinDecl()[n]; ok && !except[n] {
			b.WriteString(d + "\n")
		}
	}
	return b.String() + preciseTypes(src)
}
