package include

import (
	"fmt"
	"strconv"
	"strings"
)

// Macros returns the source text that stands in front of every program, before
// the built-in functions: the macros that gcc predefines on x86 Linux,
// __builtin_va_list, and the types that cc looks up by name. lp64 chooses the
// data model LP64 rather than ILP32.
func Macros(lp64 bool) string {
	var b strings.Builder
	def := func(name, value string) { fmt.Fprintf(&b, "#define %s %s\n", name, value) }
	for _, l := range strings.Split(strings.TrimSpace(commonMacros), "\n") {
		name, value, _ := strings.Cut(l, " ")
		def(name, value)
	}
	model := ilp32Macros
	if lp64 {
		model = lp64Macros
	}
	for _, l := range strings.Split(strings.TrimSpace(model), "\n") {
		name, value, _ := strings.Cut(l, " ")
		def(name, value)
	}
	integerMacros(def, lp64)
	b.WriteString(questions())
	b.WriteString(support)
	if lp64 {
		b.WriteString(supportLP64)
	} else {
		b.WriteString(supportILP32)
	}
	return b.String()
}

// integerMacros defines the exact, least and fast integer types of stdint.h
// with their limits and suffixes.
func integerMacros(def func(name, value string), lp64 bool) {
	long, suffix := "long long int", "LL"
	if lp64 {
		long, suffix = "long int", "L"
	}
	types := map[int]string{8: "signed char", 16: "short int", 32: "int", 64: long}
	unsigned := map[int]string{8: "unsigned char", 16: "short unsigned int", 32: "unsigned int", 64: strings.Replace(long, "int", "unsigned int", 1)}
	smax := map[int]string{8: "0x7f", 16: "0x7fff", 32: "0x7fffffff", 64: "0x7fffffffffffffff" + suffix}
	umax := map[int]string{8: "0xff", 16: "0xffff", 32: "0xffffffffU", 64: "0xffffffffffffffffU" + suffix}
	group := func(infix string, bits, actual int) {
		n := infix + strconv.Itoa(bits)
		def("__INT"+n+"_TYPE__", types[actual])
		def("__UINT"+n+"_TYPE__", unsigned[actual])
		def("__INT"+n+"_MAX__", smax[actual])
		def("__UINT"+n+"_MAX__", umax[actual])
	}
	for _, bits := range []int{8, 16, 32, 64} {
		group("", bits, bits)
		group("_LEAST", bits, bits)
		fast := bits
		if bits == 16 || bits == 32 {
			fast = 32
			if lp64 {
				fast = 64 // gcc takes the machine word
			}
		}
		group("_FAST", bits, fast)
	}
	for _, bits := range []string{"8", "16"} {
		def("__INT"+bits+"_C(c)", "c")
		def("__UINT"+bits+"_C(c)", "c")
	}
	def("__INT32_C(c)", "c")
	def("__UINT32_C(c)", "c ## U")
	for _, n := range []string{"64", "MAX"} {
		def("__INT"+n+"_C(c)", "c ## "+suffix)
		def("__UINT"+n+"_C(c)", "c ## U"+suffix)
	}
	def("__INTMAX_TYPE__", types[64])
	def("__UINTMAX_TYPE__", unsigned[64])
	def("__INTMAX_MAX__", smax[64])
	def("__UINTMAX_MAX__", umax[64])
}

const commonMacros = `
__STDC__ 1
__STDC_VERSION__ 201710L
__STDC_HOSTED__ 1
__STDC_UTF_16__ 1
__STDC_UTF_32__ 1
__GNUC__ 12
__GNUC_MINOR__ 2
__GNUC_PATCHLEVEL__ 0
__GNUC_STDC_INLINE__ 1
__VERSION__ "12.2.0"
__NO_INLINE__ 1
__ELF__ 1
__linux 1
__linux__ 1
__gnu_linux__ 1
linux 1
__unix 1
__unix__ 1
unix 1
__CHAR_BIT__ 8
__SCHAR_MAX__ 0x7f
__SHRT_MAX__ 0x7fff
__INT_MAX__ 0x7fffffff
__LONG_LONG_MAX__ 0x7fffffffffffffffLL
__SCHAR_WIDTH__ 8
__SHRT_WIDTH__ 16
__INT_WIDTH__ 32
__LONG_LONG_WIDTH__ 64
__SIZEOF_SHORT__ 2
__SIZEOF_INT__ 4
__SIZEOF_LONG_LONG__ 8
__SIZEOF_FLOAT__ 4
__SIZEOF_DOUBLE__ 8
__SIZEOF_WCHAR_T__ 4
__SIZEOF_WINT_T__ 4
__BIGGEST_ALIGNMENT__ 16
__ORDER_LITTLE_ENDIAN__ 1234
__ORDER_BIG_ENDIAN__ 4321
__ORDER_PDP_ENDIAN__ 3412
__BYTE_ORDER__ 1234
__FLOAT_WORD_ORDER__ 1234
__CHAR16_TYPE__ short unsigned int
__CHAR32_TYPE__ unsigned int
__WINT_TYPE__ unsigned int
__WINT_MAX__ 0xffffffffU
__WINT_MIN__ 0U
__WCHAR_MIN__ (-__WCHAR_MAX__ - 1)
__SIG_ATOMIC_TYPE__ int
__ATOMIC_RELAXED 0
__ATOMIC_CONSUME 1
__ATOMIC_ACQUIRE 2
__ATOMIC_RELEASE 3
__ATOMIC_ACQ_REL 4
__ATOMIC_SEQ_CST 5
__FLT_RADIX__ 2
__FINITE_MATH_ONLY__ 0
__DECIMAL_DIG__ 21
__FLT_MANT_DIG__ 24
__FLT_DIG__ 6
__FLT_DECIMAL_DIG__ 9
__FLT_MIN_EXP__ (-125)
__FLT_MIN_10_EXP__ (-37)
__FLT_MAX_EXP__ 128
__FLT_MAX_10_EXP__ 38
__FLT_MAX__ 3.40282346638528859811704183484516925e+38F
__FLT_NORM_MAX__ 3.40282346638528859811704183484516925e+38F
__FLT_IS_IEC_60559__ 2
__FLT_HAS_INFINITY__ 1
__FLT_HAS_QUIET_NAN__ 1
__FLT_HAS_DENORM__ 1
__FLT_MIN__ 1.17549435082228750796873653722224568e-38F
__FLT_EPSILON__ 1.19209289550781250000000000000000000e-7F
__FLT_DENORM_MIN__ 1.40129846432481707092372958328991613e-45F
__DBL_MANT_DIG__ 53
__DBL_DIG__ 15
__DBL_DECIMAL_DIG__ 17
__DBL_MIN_EXP__ (-1021)
__DBL_MIN_10_EXP__ (-307)
__DBL_MAX_EXP__ 1024
__DBL_MAX_10_EXP__ 308
__DBL_MAX__ 1.79769313486231570814527423731704357e+308
__DBL_NORM_MAX__ 1.79769313486231570814527423731704357e+308
__DBL_IS_IEC_60559__ 2
__DBL_HAS_INFINITY__ 1
__DBL_HAS_QUIET_NAN__ 1
__DBL_HAS_DENORM__ 1
__DBL_MIN__ 2.22507385850720138309023271733240406e-308
__DBL_EPSILON__ 2.22044604925031308084726333618164062e-16
__DBL_DENORM_MIN__ 4.94065645841246544176568792868221372e-324
__LDBL_MANT_DIG__ 64
__LDBL_DIG__ 18
__LDBL_DECIMAL_DIG__ 21
__LDBL_MIN_EXP__ (-16381)
__LDBL_MIN_10_EXP__ (-4931)
__LDBL_MAX_EXP__ 16384
__LDBL_MAX_10_EXP__ 4932
__LDBL_MAX__ 1.18973149535723176502126385303097021e+4932L
__LDBL_NORM_MAX__ 1.18973149535723176502126385303097021e+4932L
__LDBL_IS_IEC_60559__ 2
__LDBL_HAS_INFINITY__ 1
__LDBL_HAS_QUIET_NAN__ 1
__LDBL_HAS_DENORM__ 1
__LDBL_MIN__ 3.36210314311209350626267781732175260e-4932L
__LDBL_EPSILON__ 1.08420217248550443400745280086994171e-19L
__LDBL_DENORM_MIN__ 3.64519953188247460252840593361941982e-4951L
`

const lp64Macros = `
__LP64__ 1
_LP64 1
__x86_64 1
__x86_64__ 1
__amd64 1
__amd64__ 1
__FLT_EVAL_METHOD__ 0
__LONG_MAX__ 0x7fffffffffffffffL
__LONG_WIDTH__ 64
__SIZE_TYPE__ long unsigned int
__SIZE_MAX__ 0xffffffffffffffffUL
__SIZE_WIDTH__ 64
__PTRDIFF_TYPE__ long int
__PTRDIFF_MAX__ 0x7fffffffffffffffL
__PTRDIFF_WIDTH__ 64
__INTPTR_TYPE__ long int
__INTPTR_MAX__ 0x7fffffffffffffffL
__INTPTR_WIDTH__ 64
__UINTPTR_TYPE__ long unsigned int
__UINTPTR_MAX__ 0xffffffffffffffffUL
__WCHAR_TYPE__ int
__WCHAR_MAX__ 0x7fffffff
__SIZEOF_LONG__ 8
__SIZEOF_POINTER__ 8
__SIZEOF_SIZE_T__ 8
__SIZEOF_PTRDIFF_T__ 8
__SIZEOF_LONG_DOUBLE__ 16
__SIZEOF_INT128__ 16
`

const ilp32Macros = `
__ILP32__ 1
_ILP32 1
__i386 1
__i386__ 1
i386 1
__FLT_EVAL_METHOD__ 0
__LONG_MAX__ 0x7fffffffL
__LONG_WIDTH__ 32
__SIZE_TYPE__ unsigned int
__SIZE_MAX__ 0xffffffffU
__SIZE_WIDTH__ 32
__PTRDIFF_TYPE__ int
__PTRDIFF_MAX__ 0x7fffffff
__PTRDIFF_WIDTH__ 32
__INTPTR_TYPE__ int
__INTPTR_MAX__ 0x7fffffff
__INTPTR_WIDTH__ 32
__UINTPTR_TYPE__ unsigned int
__UINTPTR_MAX__ 0xffffffffU
__WCHAR_TYPE__ long int
__WCHAR_MAX__ 0x7fffffffL
__SIZEOF_LONG__ 4
__SIZEOF_POINTER__ 4
__SIZEOF_SIZE_T__ 4
__SIZEOF_PTRDIFF_T__ 4
__SIZEOF_LONG_DOUBLE__ 12
`

// support is text that cc cannot parse as C or takes from cc.Builtin.
const support = `#define __extension__
#define __restrict_arr restrict
#define __FUNCTION__ __func__
#define __PRETTY_FUNCTION__ __func__
#define __builtin_va_list __builtin_va_list
#define __builtin_va_arg(va, type) (*(type *)__builtin_va_arg_impl(va))
#define __builtin_offsetof(type, member) ((__SIZE_TYPE__)&(((type *)0)->member))
#define __builtin_assoc_barrier(x) (x)
#define __builtin_speculation_safe_value(x, ...) ((void)(0, ##__VA_ARGS__), (x))
#define __builtin_types_compatible_p(t1, t2) __ccgo__types_compatible_p((t1){}, (t2){})
int __predefined_declarator;
int __ccgo__types_compatible_p();
typedef __SIZE_TYPE__ __predefined_size_t;
typedef __WCHAR_TYPE__ __predefined_wchar_t;
typedef __PTRDIFF_TYPE__ __predefined_ptrdiff_t;
`

// va_list is an array of one record in the ABI of x86-64 and a pointer in that
// of i386; of the record, lowering uses the third member.
const (
	supportLP64 = `typedef struct __va_list_tag { unsigned gp_offset, fp_offset; void *overflow_arg_area, *reg_save_area; } __builtin_va_list[1];
#define __builtin_va_copy(dst, src) ((void)(*(dst) = *(src)))
`
	supportILP32 = `typedef char *__builtin_va_list;
#define __builtin_va_copy(dst, src) ((void)((dst) = (src)))
`
)
