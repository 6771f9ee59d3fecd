// Constants in the order <: lie directly below their parents, and are none of them.
type T;
const a, b: T;
const c: T extends a, b;
const u: T extends unique a;
const e: T extends a complete;
procedure proper() { assert c != a && u != a; }
procedure between(x: T) { assume c <: x && x <: a; assert x == c || x == a; }
procedure chain() { assume b <: a; assert b == a; }
procedure up(x: T) { assume c <: x; assert x == c || a <: x || b <: x; }
procedure least(x: T) { assume x <: e; assert x == e; }
// verdicts: proper OK, between OK, chain OK, up OK, least OK
