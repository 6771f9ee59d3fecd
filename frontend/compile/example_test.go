package compile_test

import (
	"fmt"

	"cupel/frontend/compile"
)

func ExampleSettings_Before() {
	s := compile.Settings{Macros: []string{"LIMIT=3", "!DEBUG"}}
	text, err := s.Before()
	fmt.Print(text, err)
	// Output:
	// #undef LIMIT
	// #define LIMIT 3
	// #undef DEBUG
	// <nil>
}
