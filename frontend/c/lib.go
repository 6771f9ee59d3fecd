package c

import (
	"strings"

	"cupel/program"

	"modernc.org/cc/v4"
)

// quietFunctions are library functions without an effect the model sees, whose
// result is arbitrary.
var quietFunctions = set("printf", "puts", "putchar", "fprintf", "vprintf", "vfprintf", "perror", "fflush", "fputs", "fputc", "putc",
	"printk", "getchar", "getc", "fgetc", "fopen", "fclose", "fseek", "ftell", "rewind", "feof", "ferror",
	"fwrite", "write", "close", "open", "srand", "srandom", "clock", "sleep", "usleep", "setlocale", "syslog", "openlog", "closelog",
	"random", "getpid", "getenv", "isatty",
	"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "exp2", "log", "log10", "log2", "pow", "cbrt", "hypot",
	"sinf", "cosf", "tanf", "asinf", "acosf", "atanf", "atan2f", "expf", "exp2f", "logf", "log10f", "log2f", "powf", "cbrtf", "hypotf",
	"atoi", "atol", "atoll", "atof", "__ctype_b_loc", "__errno_location", "rand_r", "prefetch", "va_end", "va_start")

// undetermined are those quiet functions whose result the environment chooses.
var undetermined = set("printf", "puts", "putchar", "fprintf", "vprintf", "vfprintf", "perror", "fflush", "fputs", "fputc", "putc",
	"printk", "getchar", "getc", "fgetc", "fopen", "fclose", "fseek", "ftell", "rewind", "feof", "ferror",
	"fwrite", "write", "close", "open", "clock", "sleep", "usleep", "setlocale",
	"random", "getpid", "getenv", "isatty", "__errno_location")

// determined reports whether a library function without a model returns a value
// that its arguments determine.
func determined(name string) bool {
	_, result := resultOnly[name]
	return quietFunctions[name] && !undetermined[name] || result && name != "time"
}

// writesThroughPointers are library functions without a model that change
// memory their arguments point to, call functions, or return a pointer into it.
var writesThroughPointers = set("scanf", "fscanf", "sscanf", "fgets", "gets", "fread", "read", "recv", "sprintf", "snprintf", "vsprintf", "vsnprintf",
	"qsort", "bsearch", "strtok", "strtok_r", "strtol", "strtoul", "strtoll", "strtoull", "strtod", "getline", "setjmp", "_setjmp", "sigsetjmp", "longjmp", "siglongjmp",
	"frexp", "modf", "time", "gettimeofday", "localtime", "strdup", "strndup", "memccpy", "asprintf", "pipe", "getdelim", "remquo", "strstr", "strcasestr", "strpbrk", "strsep", "strtold", "strtof", "memmem", "memalign", "aligned_alloc", "posix_memalign")

// resultOnly are those of them that write through the argument of the given
// number only, and not when it is null.
var resultOnly = map[string]int{"time": 0, "strtol": 1, "strtoul": 1, "strtoll": 1, "strtoull": 1, "strtod": 1, "strtof": 1, "strtold": 1}

// modelled are the library functions with a model that changes memory or
// control flow, or whose result matters.
var modelled = set("malloc", "alloca", "valloc", "calloc", "realloc", "free", "cfree", "memset", "memcpy", "memmove", "mempcpy",
	"strlen", "strcmp", "strncmp", "memcmp", "strcpy", "stpcpy", "strncpy", "strcat", "strncat", "strchr", "strrchr", "memchr", "strnlen",
	"abort", "exit", "_Exit", "_exit", "quick_exit", "atexit", "at_quick_exit", "on_exit", "trap", "unreachable", "__assert_fail", "__assert", "__assert_rtn", "__assert_perror_fail",
	"__VERIFIER_assume", "__VERIFIER_assert", "assume_abort_if_not", "abs", "labs", "llabs",
	"isdigit", "isalpha", "isupper", "islower", "isspace", "isalnum", "isxdigit", "isprint", "isgraph", "isblank", "iscntrl", "ispunct", "tolower", "toupper",
	"fabs", "floor", "ceil", "trunc", "rint", "nearbyint", "round", "sqrt", "fmin", "fmax", "fmod", "remainder", "copysign", "fdim")

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

// builtin lowers calls of functions with a model of their own. ok is false
// when name is not one of them.
func (b *builder) builtin(name string, n *cc.PostfixExpression, ft *cc.FunctionType, used bool, into *callResult, pos program.Pos) (v val, ok bool) {
	void := val{t: b.tt.kind(cc.Void)}
	if strings.HasPrefix(name, "__VERIFIER_nondet_") && name != "__VERIFIER_nondet_memory" {
		b.args(n, ft)
		return b.nondet(name, n, into, pos), true
	}
	switch name {
	case "__VERIFIER_assume", "assume_abort_if_not":
		es := callArgs(n)
		if len(es) != 1 {
			return val{}, false
		}
		yes := b.newLoc()
		no := branchTo{loc: b.mod.Halt}
		b.branchOn(es[0], branchTo{loc: yes}, no)
		b.cur = yes
		return void, true
	case "__VERIFIER_assert":
		es := callArgs(n)
		if len(es) != 1 {
			return val{}, false
		}
		yes := b.newLoc()
		b.branchOn(es[0], branchTo{loc: yes}, branchTo{loc: b.mod.Error})
		b.cur = yes
		return void, true
	case "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end":
		b.args(n, ft)
		return void, true
	case "__assert_fail", "__assert", "__assert_rtn", "__assert_perror_fail":
		b.args(n, ft)
		b.exit(-sigabrt, nil)
		return b.anyVal(b.typeOf(n)), true
	case "__builtin_unreachable":
		b.check(b.f.False(), "__builtin_unreachable reached")
		b.stop(b.mod.Halt)
		return void, true
	}
	if v, ok := b.processCall(strings.TrimPrefix(name, "__builtin_"), n); ok {
		return v, true
	}
	return b.library(name, n, ft, pos)
}
