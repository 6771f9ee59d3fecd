package library

import _ "embed" // the files of src

// sources are the files of src. As strings they are not copied: most programs need none of them.
var sources = []struct {
	name string
	text *string
}{
	{"base.c", &baseText},
	{"bounds.c", &boundsText},
	{"ctype.c", &ctypeText},
	{"decimal.c", &decimalText},
	{"fenv.c", &fenvText},
	{"floatout.c", &floatoutText},
	{"math.c", &mathText},
	{"mathl.c", &mathlText},
	{"stdio.c", &stdioText},
	{"stdlib.c", &stdlibText},
	{"string.c", &stringText},
	{"strtod.c", &strtodText},
	{"system.c", &systemText},
	{"wchar.c", &wcharText},
}

var (
	//go:embed src/base.c
	baseText string
	//go:embed src/bounds.c
	boundsText string
	//go:embed src/ctype.c
	ctypeText string
	//go:embed src/decimal.c
	decimalText string
	//go:embed src/fenv.c
	fenvText string
	//go:embed src/floatout.c
	floatoutText string
	//go:embed src/math.c
	mathText string
	//go:embed src/mathl.c
	mathlText string
	//go:embed src/stdio.c
	stdioText string
	//go:embed src/stdlib.c
	stdlibText string
	//go:embed src/string.c
	stringText string
	//go:embed src/strtod.c
	strtodText string
	//go:embed src/system.c
	systemText string
	//go:embed src/wchar.c
	wcharText string
)
