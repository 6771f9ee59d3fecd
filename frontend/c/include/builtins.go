package include

import "strings"

// Builtins returns the declarations of gcc's built-in functions, one a string,
// in a fixed order. They use the macros of Macros.
func Builtins() []string {
	ds := strings.Split(strings.TrimSpace(fixedBuiltins), "\n")
	add := func(d string) { ds = append(ds, d+";") }
	type suffixed struct{ suffix, typ string }
	for _, i := range []suffixed{{"", "int"}, {"l", "long"}, {"ll", "long long"}} {
		for _, f := range []string{"popcount", "ctz", "clz", "parity"} {
			add("int __builtin_" + f + i.suffix + "(unsigned " + i.typ + ")")
		}
		for _, f := range []string{"ffs", "clrsb"} {
			add("int __builtin_" + f + i.suffix + "(" + i.typ + ")")
		}
		for _, op := range []string{"add", "sub", "mul"} {
			add("_Bool __builtin_s" + op + i.suffix + "_overflow(" + i.typ + ", " + i.typ + ", " + i.typ + " *)")
			add("_Bool __builtin_u" + op + i.suffix + "_overflow(unsigned " + i.typ + ", unsigned " + i.typ + ", unsigned " + i.typ + " *)")
		}
	}
	for _, r := range []suffixed{{"", "double"}, {"f", "float"}, {"l", "long double"}} {
		t := r.typ
		for _, f := range []string{"fabs", "ceil", "floor", "sqrt", "trunc", "rint", "nearbyint", "round", "roundeven",
			"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "log", "log2", "log10", "cbrt"} {
			add(t + " __builtin_" + f + r.suffix + "(" + t + ")")
		}
		for _, f := range []string{"copysign", "fmod", "fmin", "fmax", "remainder", "fdim", "pow", "atan2", "hypot"} {
			add(t + " __builtin_" + f + r.suffix + "(" + t + ", " + t + ")")
		}
		for _, f := range []string{"inf", "huge_val"} {
			add(t + " __builtin_" + f + r.suffix + "(void)")
		}
		add(t + " __builtin_nan" + r.suffix + "(const char *)")
		add(t + " __builtin_nans" + r.suffix + "(const char *)")
		if r.suffix != "" { // the plain names are type-generic
			for _, f := range []string{"signbit", "isnan", "isinf", "finite"} {
				add("int __builtin_" + f + r.suffix + "(" + t + ")")
			}
		}
	}
	for _, f := range []string{"isnan", "isinf", "isinf_sign", "isfinite", "finite", "isnormal", "signbit", "fpclassify",
		"isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered"} {
		add("int __builtin_" + f + "()")
	}
	for _, op := range []string{"add", "sub", "mul"} {
		add("_Bool __builtin_" + op + "_overflow()")
		add("_Bool __builtin_" + op + "_overflow_p()")
	}
	for _, f := range []string{"clz", "ctz", "clrsb", "ffs", "parity", "popcount"} {
		add("int __builtin_" + f + "g()")
	}
	for _, f := range []string{"leading_zeros", "leading_ones", "trailing_zeros", "trailing_ones", "first_leading_zero", "first_leading_one", "first_trailing_zero",
		"first_trailing_one", "count_zeros", "count_ones", "bit_width"} {
		add("unsigned __builtin_stdc_" + f + "()")
	}
	return ds
}

const fixedBuiltins = `
long __builtin_expect(long, long);
long __builtin_expect_with_probability(long, long, double);
void __builtin_unreachable(void);
void __builtin_trap(void);
void __builtin_abort(void);
void __builtin_exit(int);
void __builtin_prefetch(const void *, ...);
void *__builtin_assume_aligned(const void *, __SIZE_TYPE__, ...);
void *__builtin_va_arg_impl();
void __builtin_va_start();
void __builtin_va_end();
int __builtin_setjmp();
void __builtin_longjmp();
void *__builtin_alloca(__SIZE_TYPE__);
void *__builtin_malloc(__SIZE_TYPE__);
void *__builtin_calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin_realloc(void *, __SIZE_TYPE__);
void __builtin_free(void *);
void *__builtin_memcpy(void *, const void *, __SIZE_TYPE__);
void *__builtin_mempcpy(void *, const void *, __SIZE_TYPE__);
void *__builtin_memmove(void *, const void *, __SIZE_TYPE__);
void *__builtin_memset(void *, int, __SIZE_TYPE__);
void *__builtin_memchr(const void *, int, __SIZE_TYPE__);
int __builtin_memcmp(const void *, const void *, __SIZE_TYPE__);
void *__builtin___memcpy_chk(void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin___memmove_chk(void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin___memset_chk(void *, int, __SIZE_TYPE__, __SIZE_TYPE__);
__SIZE_TYPE__ __builtin_strlen(const char *);
int __builtin_strcmp(const char *, const char *);
int __builtin_strncmp(const char *, const char *, __SIZE_TYPE__);
char *__builtin_strcpy(char *, const char *);
char *__builtin_strncpy(char *, const char *, __SIZE_TYPE__);
char *__builtin_strcat(char *, const char *);
char *__builtin_strncat(char *, const char *, __SIZE_TYPE__);
char *__builtin_strchr(const char *, int);
char *__builtin_strrchr(const char *, int);
char *__builtin_strstr(const char *, const char *);
char *__builtin_strpbrk(const char *, const char *);
__SIZE_TYPE__ __builtin_strspn(const char *, const char *);
__SIZE_TYPE__ __builtin_strcspn(const char *, const char *);
__SIZE_TYPE__ __builtin_object_size(const void *, int);
__SIZE_TYPE__ __builtin_dynamic_object_size(const void *, int);
_Bool __builtin_stdc_has_single_bit();
unsigned long long __builtin_stdc_bit_floor();
unsigned long long __builtin_stdc_bit_ceil();
void *__builtin_return_address(unsigned int);
void *__builtin_frame_address(unsigned int);
int __builtin_printf(const char *, ...);
int __builtin_sprintf(char *, const char *, ...);
int __builtin_snprintf(char *, __SIZE_TYPE__, const char *, ...);
int __builtin_puts(const char *);
int __builtin_putchar(int);
int __builtin_abs(int);
long __builtin_labs(long);
long long __builtin_llabs(long long);
__UINT16_TYPE__ __builtin_bswap16(__UINT16_TYPE__);
__UINT32_TYPE__ __builtin_bswap32(__UINT32_TYPE__);
__UINT64_TYPE__ __builtin_bswap64(__UINT64_TYPE__);
`
