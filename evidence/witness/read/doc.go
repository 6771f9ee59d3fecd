// Package read reads SV-COMP witnesses of any tool: YAML formats 2.0 to 2.2 and GraphML format 1.0, for violations
// and for correctness, to one model. It knows the formats alone: what places and expressions mean in the
// program is the reader's of the model.
//
// A violation witness becomes an automaton over events of executions. The segments of a YAML witness are a chain of
// states. An edge of GraphML may ask for several events, which become edges behind each other.
package read
