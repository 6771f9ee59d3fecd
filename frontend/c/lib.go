package c

import (
	"strings"

	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// modelled are the library functions with a model in the lowering that changes
// memory or control flow, or whose result matters.
var modelled = set("malloc", "alloca", "valloc", "calloc", "realloc", "free", "cfree", "memset", "memcpy", "memmove", "mempcpy",
	"bzero", "explicit_bzero", "bcopy", "bcmp",
	"strlen", "strcmp", "strncmp", "memcmp", "strcpy", "stpcpy", "strncpy", "strcat", "strncat", "strchr", "strrchr", "memchr", "strnlen",
	"abort", "exit", "_Exit", "_exit", "quick_exit", "atexit", "at_quick_exit", "on_exit", "trap", "unreachable", "__assert_fail", "__assert", "__assert_rtn", "__assert_perror_fail",
	"__VERIFIER_assume", "__VERIFIER_assert", "assume_abort_if_not", "abs", "labs", "llabs",
	"isdigit", "isalpha", "isupper", "islower", "isspace", "isalnum", "isxdigit", "isprint", "isgraph", "isblank", "iscntrl", "ispunct", "tolower", "toupper",
	"fabs", "floor", "ceil", "trunc", "rint", "nearbyint", "round", "sqrt", "fmin", "fmax", "fmod", "remainder", "copysign", "fdim")

// outputs are the functions that only write to a stream: without a %n in the format they have no effect visible to the program, and the environment
// determines whether they succeed.
var outputs = map[string]int{"printf": 0, "fprintf": 1, "dprintf": 1, "vprintf": 0, "vfprintf": 1, "vdprintf": 1, "puts": -1, "putchar": -1, "putchar_unlocked": -1}

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
	if v, ok := b.toolCall(name, n, ft, into, pos); ok {
		return v, true
	}
	switch name {
	case "__VERIFIER_assume", "assume_abort_if_not":
		es := tree.Args(n)
		if len(es) != 1 {
			return val{}, false
		}
		b.assumed(es[0])
		return void, true
	case "__VERIFIER_assert":
		es := tree.Args(n)
		if len(es) != 1 {
			return val{}, false
		}
		yes := b.newLoc()
		no := branchTo{loc: b.mod.Error}
		if b.o.ErrorFunctions != nil && len(b.o.ErrorFunctions) == 0 {
			no.loc = b.mod.Halt // calls are no errors: the property is about something else
		}
		b.branchOn(es[0], branchTo{loc: yes}, no)
		b.cur = yes
		return void, true
	case "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end":
		b.args(n, ft)
		return void, true
	case "__assert_fail", "__assert", "__assert_rtn", "__assert_perror_fail":
		if b.o.Asserts {
			b.diag(Warning, b.pos, NoError)
		}
		b.unreadArgs(n)
		b.exit(-sigabrt, nil)
		return b.anyVal(b.typeOf(n)), true
	case "__builtin_unreachable":
		b.check(b.f.False(), program.OtherCheck, "__builtin_unreachable reached")
		b.stop(b.mod.Halt)
		return void, true
	}
	if v, ok := b.processCall(strings.TrimPrefix(name, "__builtin_"), n); ok {
		return v, true
	}
	return b.library(name, n, ft, pos)
}
