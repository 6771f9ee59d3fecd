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
		fmt.Fprintf(&b, "#define %s(x) %sof(x)\n#define %sof(x) %s##x\n", macro, prefix, prefix, prefix) // a macro's name is expanded
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
