package include

import (
	"fmt"
	"strings"
	"sync"
)

// questions are the macros by which programs ask for what the compiler has, with the answers of gcc 14 that are not 0. A name may have underscores around it.
var questions = sync.OnceValue(func() string {
	var b strings.Builder
	ask := func(macro, prefix string, answers string, underscores bool) {
		fmt.Fprintf(&b, "#define %s(x) %s##x\n", macro, prefix)
		for _, a := range strings.Fields(answers) {
			name, value, ok := strings.Cut(a, "=")
			if !ok {
				value = "1"
			}
			fmt.Fprintf(&b, "#define %s%s %s\n", prefix, name, value)
			if underscores {
				fmt.Fprintf(&b, "#define %s__%s__ %s\n", prefix, name, value)
			}
		}
	}
	ask("__has_attribute", "__cupel_attribute_", `access alias aligned alloc_size always_inline cleanup cold const constructor deprecated destructor error fallthrough flatten format
		format_arg hot malloc may_alias mode no_instrument_function no_sanitize no_sanitize_address noinline nonnull nonstring noreturn nothrow optimize packed pure
		returns_nonnull section sentinel unused used vector_size visibility warn_unused_result warning weak`, true)
	ask("__has_c_attribute", "__cupel_c_attribute_", "deprecated=202311L fallthrough=202311L maybe_unused=202311L nodiscard=202311L noreturn=202311L _Noreturn=202311L unsequenced=0 reproducible=0", true)
	return b.String()
})

// generic are built-in functions that Builtins does not declare, since they are macros or take operands of several types.
var generic = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`__builtin_abs __builtin_add_overflow __builtin_add_overflow_p __builtin_alloca __builtin_assume_aligned __builtin_bswap16 __builtin_bswap32
		__builtin_bswap64 __builtin_choose_expr __builtin_clear_padding __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_ctz
		__builtin_ctzl __builtin_ctzll __builtin_expect __builtin_expect_with_probability __builtin_ffs __builtin_ffsl __builtin_ffsll __builtin_isinf
		__builtin_isnan __builtin_memcmp __builtin_memcpy __builtin_memmove __builtin_memset __builtin_mul_overflow __builtin_mul_overflow_p
		__builtin_object_size __builtin_offsetof __builtin_parity __builtin_popcount __builtin_popcountl __builtin_popcountll __builtin_prefetch
		__builtin_strlen __builtin_sub_overflow __builtin_sub_overflow_p __builtin_trap __builtin_types_compatible_p __builtin_unreachable __builtin_va_copy`) {
		m[n] = true
	}
	return m
}()

// HasBuiltin answers __has_builtin.
func HasBuiltin(name string) bool {
	return generic[name] || declared()[name] || strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_")
}

// declared are the names of Builtins.
var declared = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, d := range Builtins() {
		before, _, _ := strings.Cut(d, "(")
		if f := strings.FieldsFunc(before, func(r rune) bool { return r == ' ' || r == '*' }); len(f) > 0 {
			m[f[len(f)-1]] = true
		}
	}
	return m
})
