// Package witness writes the evidence of a verdict in the exchange formats of SV-COMP: YAML formats 2.0 and,
// about termination, 2.1 (violation_sequence, invariant_set) and GraphML format 1.0, for violations and for correctness.
//
//	waypoint:
//	  type: function_return
//	  action: follow
//	  constraint: {value: "\\result == 11", format: acsl_expression}
//	  location: {file_name: f.c, line: 4, column: 33, function: main}
//
// A Violation is a sequence of Steps (waypoints), an Invariant holds at a loop or statement. Files are written
// to a temporary name and renamed, so that an interrupted run leaves no incomplete witness.
package witness
