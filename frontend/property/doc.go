// Package property reads SV-COMP and Test-Comp property files (.prp).
//
// Each line that is neither blank nor a comment is one specification:
//
//	CHECK( init(main()), LTL(G ! call(reach_error())) )
//	COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )
//
// The language is that of the SV-COMP rules 2026 with the older label(NAME);
// the grammar stands at the functions that parse it. Blanks between tokens do not
// matter; a line that starts with # or // is a comment. All lines of a file
// must name the same entry function.
package property
