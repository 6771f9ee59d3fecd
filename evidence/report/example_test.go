package report_test

import (
	"fmt"
	"os"

	"cupel/evidence"
	"cupel/evidence/report"
)

func ExampleWriteGitHub() {
	r := &evidence.Report{Verdict: "FALSE", Program: "a.c", Result: "false(unreach-call)", ErrorAt: "a.c:7:5"}
	if err := report.WriteGitHub(os.Stdout, report.Task{Name: "a", Report: r}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ::error file=a.c,line=7,col=5,title=cupel%3A false(unreach-call)::An execution of a.c reaches the error.
}
