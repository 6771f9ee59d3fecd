// Package include holds the standard headers the C front end preprocesses
// programs with, and the macros and built-ins a compiler predefines.
//
// The headers are declarations of our own for the C11 library and the parts of
// POSIX that verification tasks use. They are correct for both data models
// (ILP32 and LP64 of gcc on x86 Linux) through the predefined macros, and
// avoid what a verifier models badly: pthread types are structures without unions, and atomic operations are plain accesses (the
// front end treats one thread). NULL, assert and the limits are macros as the
// standard demands; a failed assert calls
// __assert_fail(#e, __FILE__, __LINE__, __func__).
//
// # Configuration of cc
//
// No host compiler is needed. cc.NewABI gives the ABI ("386" is ILP32, "amd64"
// is LP64); Macros and Builtins go in front of the program as a source of their own,
// because cc.Config.Predefined and cc.Builtin are not read unless the caller
// passes them as sources:
//
//	abi, err := cc.NewABI("linux", "386")
//	cfg := &cc.Config{
//		ABI:             abi,
//		FS:              include.FS(),
//		IncludePaths:    []string{"", include.Dir}, // "" is the directory of the including file
//		SysIncludePaths: []string{include.Dir},
//	}
//	ast, err := cc.Translate(cfg, []cc.Source{
//		{Name: "<predefined>", Value: include.Macros(false) + strings.Join(include.Builtins(), "\n")},
//		{Name: path, Value: text},
//	})
//
// cc asks FS for every file it includes under the name path.Join(dir, header)
// and falls back to the host's file system (unless cc.Config.FSOnly is set), so
// that headers beside the program are found and standard headers never come
// from the host.
//
// cc reads va_arg, va_copy, offsetof and __builtin_types_compatible_p only as
// macros over functions of its own, which Macros defines as cc.Builtin
// does: va_arg(ap, T) is *(T *)__builtin_va_arg_impl(ap). Type-generic
// built-ins (__builtin_isnan, __builtin_add_overflow) are declared without a
// prototype, so that their arguments keep their types; their names tell the
// front end the meaning.
package include
