// Package read parses SV-COMP witnesses of any tool, YAML formats 2.0 to 2.2 and GraphML format 1.0, for
// violations and for correctness, into one model. It knows the formats only: places and expressions are
// resolved by the user of the model.
//
//	waypoints  assumption x > 0 at 4:3, function_return \result == 11 at 4:33, target 7:5
//	model      states 0 --assumption--> 1 --function_return--> 2 --target--> 3
//
// A violation witness becomes an automaton over events of executions. The segments of a YAML witness form a
// chain of states. A GraphML edge with several conditions becomes several consecutive edges.
package read
