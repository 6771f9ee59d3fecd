package c

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"cupel/program"

	"modernc.org/cc/v4"
)

// expansionLimit bounds the work of macro expansion, which is exponential in
// the worst case; the largest real programs need less than a tenth of it.
const expansionLimit = 20_000_000

// parse reads, preprocesses, parses and type checks one translation unit.
func parse(path string, src []byte, m program.DataModel) (ast *cc.AST, err error) {
	if src == nil {
		if src, err = os.ReadFile(path); err != nil {
			msg := "cannot read the file; check the path"
			if errors.Is(err, os.ErrNotExist) {
				msg = "no such file; check the path"
			}
			return nil, &Error{Pos: program.Pos{File: path}, Msg: msg, Err: err}
		}
	}
	defer func() {
		if r := recover(); r != nil {
			ast, err = nil, &Error{Pos: program.Pos{File: path}, Msg: fmt.Sprintf("the parser failed on this file (%v); reduce the file to the construct that causes it", r)}
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
		FS:                         headerFS{},
		IncludePaths:               []string{"", headerDir},
		SysIncludePaths:            []string{headerDir},
		UnsignedEnums:              true,
		IgnoreNegativeShiftAmounts: true,
		ExpansionLimit:             expansionLimit,
		PragmaHandler:              func([]cc.Token) error { return nil },
	}
	ast, err = cc.Translate(cfg, []cc.Source{
		{Name: "<predefined>", Value: predefined(m)},
		{Name: "<builtin>", Value: builtinDecls(src)},
		{Name: path, Value: src},
	})
	if err != nil {
		return nil, inputError(path, err)
	}
	return ast, nil
}

var errorPos = regexp.MustCompile(`^(.*?):(\d+):(\d+):\s*(.*)$`)

// inputError turns cc's report, one fault a line, into an Error about the
// first fault that has a position.
func inputError(path string, err error) *Error {
	e := &Error{Pos: program.Pos{File: path}, Err: err}
	lines := strings.Split(err.Error(), "\n")
	for _, l := range lines {
		m := errorPos.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		e.Pos, e.Msg = program.Pos{File: m[1], Line: line, Col: col}, m[4]
		if strings.Contains(e.Msg, "include file not found") {
			e.Msg += "; only the C standard headers and files beside the source are available, preprocess the program first"
		} else {
			e.Msg += "; correct the program (it must compile with gcc)"
		}
		return e
	}
	e.Msg = "the program does not pass the C front end: " + strings.TrimPrefix(lines[0], "TODO ") + "; it must compile with gcc"
	return e
}

// predefined returns the macros gcc predefines that programs look at.
func predefined(m program.DataModel) string {
	var b strings.Builder
	def := func(kv ...string) {
		for i := 0; i < len(kv); i += 2 {
			b.WriteString("#define " + kv[i] + " " + kv[i+1] + "\n")
		}
	}
	def("__STDC__", "1", "__STDC_VERSION__", "201112L", "__STDC_HOSTED__", "1", "__GNUC__", "9", "__GNUC_MINOR__", "4",
		"__CHAR_BIT__", "8", "__INT_MAX__", "0x7fffffff", "__SHRT_MAX__", "0x7fff", "__SCHAR_MAX__", "0x7f",
		"__LONG_LONG_MAX__", "0x7fffffffffffffffLL", "__SIZEOF_INT__", "4", "__SIZEOF_SHORT__", "2", "__SIZEOF_LONG_LONG__", "8",
		"__SIZEOF_FLOAT__", "4", "__SIZEOF_DOUBLE__", "8", "__linux__", "1", "__linux", "1", "linux", "1", "__unix__", "1", "unix", "1",
		"__BYTE_ORDER__", "1234", "__ORDER_LITTLE_ENDIAN__", "1234", "__ORDER_BIG_ENDIAN__", "4321",
		"__extension__", "", "__FUNCTION__", "__func__", "__PRETTY_FUNCTION__", "__func__", "__restrict_arr", "restrict",
		"__WCHAR_TYPE__", "int", "__WINT_TYPE__", "unsigned int", "__FLT_MIN__", "1.17549435e-38F", "__FLT_MAX__", "3.40282347e+38F",
		"__DBL_MAX__", "1.7976931348623157e+308", "__DBL_MIN__", "2.2250738585072014e-308", "__FLT_EPSILON__", "1.19209290e-7F",
		"__DBL_EPSILON__", "2.2204460492503131e-16",
		"__INT8_TYPE__", "signed char", "__INT16_TYPE__", "short", "__INT32_TYPE__", "int",
		"__UINT8_TYPE__", "unsigned char", "__UINT16_TYPE__", "unsigned short", "__UINT32_TYPE__", "unsigned int")
	if m == program.LP64 {
		def("__x86_64__", "1", "__amd64__", "1", "__LP64__", "1", "_LP64", "1", "__LONG_MAX__", "0x7fffffffffffffffL",
			"__SIZE_TYPE__", "unsigned long", "__PTRDIFF_TYPE__", "long", "__INTPTR_TYPE__", "long", "__UINTPTR_TYPE__", "unsigned long",
			"__INT64_TYPE__", "long", "__UINT64_TYPE__", "unsigned long", "__INTMAX_TYPE__", "long", "__UINTMAX_TYPE__", "unsigned long",
			"__SIZEOF_LONG__", "8", "__SIZEOF_POINTER__", "8", "__SIZEOF_SIZE_T__", "8", "__SIZEOF_LONG_DOUBLE__", "16", "__SIZEOF_INT128__", "16",
			"__SIZE_MAX__", "0xffffffffffffffffUL")
	} else {
		def("__i386__", "1", "__i386", "1", "i386", "1", "__ILP32__", "1", "_ILP32", "1", "__LONG_MAX__", "0x7fffffffL",
			"__SIZE_TYPE__", "unsigned int", "__PTRDIFF_TYPE__", "int", "__INTPTR_TYPE__", "int", "__UINTPTR_TYPE__", "unsigned int",
			"__INT64_TYPE__", "long long", "__UINT64_TYPE__", "unsigned long long", "__INTMAX_TYPE__", "long long", "__UINTMAX_TYPE__", "unsigned long long",
			"__SIZEOF_LONG__", "4", "__SIZEOF_POINTER__", "4", "__SIZEOF_SIZE_T__", "4", "__SIZEOF_LONG_DOUBLE__", "12",
			"__SIZE_MAX__", "0xffffffffU")
	}
	b.WriteString(`#define __builtin_va_list __builtin_va_list
typedef void *__builtin_va_list;
#define __builtin_va_arg(va, type) (*(type *)__builtin_va_arg_impl(va))
#define __builtin_va_copy(dst, src) dst = src
#define __builtin_offsetof(type, member) ((__SIZE_TYPE__)&(((type *)0)->member))
#define __builtin_types_compatible_p(t1, t2) __ccgo__types_compatible_p((t1){}, (t2){})
int __predefined_declarator;
int __ccgo__types_compatible_p();
typedef __SIZE_TYPE__ __predefined_size_t;
typedef __WCHAR_TYPE__ __predefined_wchar_t;
typedef __PTRDIFF_TYPE__ __predefined_ptrdiff_t;
`)
	return b.String()
}

var builtinName = regexp.MustCompile(`__builtin_[A-Za-z0-9_]+|__va_[a-z]+`)

// builtinDecls declares the gcc built-ins the source mentions; declaring all
// of them would cost more than parsing a small program.
func builtinDecls(src []byte) string {
	names := map[string]bool{}
	for _, n := range builtinName.FindAll(src, -1) {
		names[string(n)] = true
	}
	if strings.Contains(string(src), "include") {
		for n := range builtinTypes {
			names[n] = true
		}
	}
	list := make([]string, 0, len(names))
	for n := range names {
		list = append(list, n)
	}
	sort.Strings(list)
	var b strings.Builder
	for _, n := range list {
		if d, ok := builtinTypes[n]; ok {
			b.WriteString(d + ";\n")
		}
	}
	return b.String()
}

// builtinTypes maps built-in functions to their declarations.
var builtinTypes = func() map[string]string {
	m := map[string]string{}
	add := func(decl string) {
		m[builtinName.FindString(decl)] = decl
	}
	for _, d := range []string{
		"long __builtin_expect(long, long)", "void __builtin_unreachable(void)", "void __builtin_trap(void)", "void __builtin_abort(void)",
		"void __builtin_exit(int)", "void *__builtin_va_arg_impl(__builtin_va_list)", "void __builtin_va_start(__builtin_va_list, ...)",
		"void __builtin_va_end(__builtin_va_list)",
		"void *__builtin_alloca(__SIZE_TYPE__)", "void *__builtin_malloc(__SIZE_TYPE__)", "void *__builtin_calloc(__SIZE_TYPE__, __SIZE_TYPE__)",
		"void *__builtin_realloc(void *, __SIZE_TYPE__)", "void __builtin_free(void *)",
		"void *__builtin_memcpy(void *, const void *, __SIZE_TYPE__)", "void *__builtin_memmove(void *, const void *, __SIZE_TYPE__)",
		"void *__builtin_memset(void *, int, __SIZE_TYPE__)", "int __builtin_memcmp(const void *, const void *, __SIZE_TYPE__)",
		"__SIZE_TYPE__ __builtin_strlen(const char *)", "int __builtin_strcmp(const char *, const char *)",
		"int __builtin_strncmp(const char *, const char *, __SIZE_TYPE__)", "char *__builtin_strcpy(char *, const char *)",
		"char *__builtin_strncpy(char *, const char *, __SIZE_TYPE__)", "char *__builtin_strcat(char *, const char *)",
		"char *__builtin_strchr(const char *, int)", "char *__builtin_strrchr(const char *, int)",
		"__SIZE_TYPE__ __builtin_object_size(const void *, int)", "void __builtin_prefetch(const void *, ...)",
		"int __builtin_printf(const char *, ...)", "int __builtin_puts(const char *)", "int __builtin_putchar(int)",
		"int __builtin_abs(int)", "long __builtin_labs(long)", "long long __builtin_llabs(long long)",
		"__UINT16_TYPE__ __builtin_bswap16(__UINT16_TYPE__)", "__UINT32_TYPE__ __builtin_bswap32(__UINT32_TYPE__)", "__UINT64_TYPE__ __builtin_bswap64(__UINT64_TYPE__)",
	} {
		add(d)
	}
	for s, t := range map[string]string{"": "unsigned int", "l": "unsigned long", "ll": "unsigned long long"} {
		for _, f := range []string{"popcount", "ctz", "clz", "parity"} {
			add("int __builtin_" + f + s + "(" + t + ")")
		}
		for _, f := range []string{"ffs", "clrsb"} {
			add("int __builtin_" + f + s + "(" + strings.TrimPrefix(t, "unsigned ") + ")")
		}
	}
	for s, t := range map[string]string{"": "double", "f": "float", "l": "long double"} {
		for _, f := range []string{"fabs", "ceil", "floor", "sqrt", "trunc", "rint", "nearbyint", "round", "roundeven"} {
			add(t + " __builtin_" + f + s + "(" + t + ")")
		}
		for _, f := range []string{"copysign", "fmod", "fmin", "fmax", "remainder", "fdim"} {
			add(t + " __builtin_" + f + s + "(" + t + ", " + t + ")")
		}
		for _, f := range []string{"inf", "huge_val"} {
			add(t + " __builtin_" + f + s + "(void)")
		}
		add(t + " __builtin_nan" + s + "(const char *)")
		add(t + " __builtin_nans" + s + "(const char *)")
		for _, f := range []string{"signbit", "isnan", "isinf", "finite"} {
			if s != "" {
				add("int __builtin_" + f + s + "(" + t + ")")
			}
		}
	}
	for _, f := range []string{"isnan", "isinf", "isinf_sign", "isfinite", "finite", "isnormal", "signbit", "fpclassify",
		"isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered"} {
		add("int __builtin_" + f + "()")
	}
	for _, op := range []string{"add", "sub", "mul"} {
		add("_Bool __builtin_" + op + "_overflow()")
		for s, t := range map[string]string{"": "int", "l": "long", "ll": "long long"} {
			add("_Bool __builtin_s" + op + s + "_overflow(" + t + ", " + t + ", " + t + " *)")
			add("_Bool __builtin_u" + op + s + "_overflow(unsigned " + t + ", unsigned " + t + ", unsigned " + t + " *)")
		}
	}
	return m
}()
