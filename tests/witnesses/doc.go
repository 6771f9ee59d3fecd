// Package witnesses tests the witnesses of formats 1.0 and 2.0: that they follow the formats, point at what they speak of, and that the
// invariants reported hold in the compiled program.
//
//	line 13: for (int i = 0; i < 2; i++) y++;
//	branching true in main, line 13, at for          a waypoint that TestViolationWaypoints demands
package witnesses
