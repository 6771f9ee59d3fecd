package project_test

import (
	"fmt"
	"path/filepath"

	"cupel/product/project"
)

func ExampleParse() {
	p, err := project.Parse("cupel.toml", []byte("timeout = \"30s\"\n[[task]]\nfile = \"a.c\"\nproperty = \"no-overflow\"\n"), filepath.Glob)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Tasks[0].Name, p.Tasks[0].Flags, p.Tasks[0].Expect)
	// Output: a.c [--timeout=30s --property=no-overflow] true
}
