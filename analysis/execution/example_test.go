package execution_test

import (
	"fmt"
	"os"

	"cupel/analysis/execution"
)

func ExampleTrace_WriteText() {
	t := &execution.Trace{}
	for _, value := range []string{"1", "2", "3", "4"} {
		t.Steps = append(t.Steps, execution.Step{File: "a.c", Line: 7, Function: "main", Depth: 1, Text: "i++", Changes: []execution.Change{{Name: "i", Value: value, Depth: 1}}})
	}
	if err := t.WriteText(os.Stdout, false); err != nil {
		fmt.Println(err)
	}
	// Output:
	//   main (a.c)
	//   7  i++   i = 1
	//   ... 3 more times line 7, then i = 4
}
