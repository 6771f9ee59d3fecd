package benchexec_test

import (
	"fmt"
	"strings"

	"cupel/product/bench/benchexec"
)

func ExampleReadXML() {
	runs, err := benchexec.ReadXML(strings.NewReader(`<result tool="Other" name="reach">
<run name="../c/loops/sum.yml" expectedVerdict="true"><column title="status" value="true"/><column title="category" value="correct"/><column title="cputime" value="1.5s"/></run>
</result>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	r := runs[0]
	fmt.Println(r.Config, r.Task, r.Verdict, r.Category, r.CPU)
	// Output: Other reach loops/sum TRUE correct-true 1.5
}
