package sarif_test

import (
	"fmt"
	"os"

	"cupel/evidence/sarif"
)

func ExampleRun_Write() {
	r := sarif.Run{Name: "cupel", Rules: []sarif.Rule{{ID: "violation", Short: sarif.Text{Text: "The error is reached."}}}}
	r.Results = append(r.Results, sarif.Result{Rule: "violation", Level: sarif.LevelError, Message: sarif.Text{Text: "reached"}, Locations: []sarif.Location{sarif.Locate("a.c:3:5")}})
	if err := r.Write(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {
	//   "version": "2.1.0",
	//   "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
	//   "runs": [
	//     {
	//       "tool": {
	//         "driver": {
	//           "name": "cupel",
	//           "rules": [
	//             {
	//               "id": "violation",
	//               "shortDescription": {
	//                 "text": "The error is reached."
	//               }
	//             }
	//           ]
	//         }
	//       },
	//       "results": [
	//         {
	//           "ruleId": "violation",
	//           "level": "error",
	//           "message": {
	//             "text": "reached"
	//           },
	//           "locations": [
	//             {
	//               "physicalLocation": {
	//                 "artifactLocation": {
	//                   "uri": "a.c"
	//                 },
	//                 "region": {
	//                   "startLine": 3,
	//                   "startColumn": 5
	//                 }
	//               }
	//             }
	//           ]
	//         }
	//       ]
	//     }
	//   ]
	// }
}
