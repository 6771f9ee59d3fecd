// What lies below two children of a constant: only edges that are both unique keep it from that, and the children may be equal.
type T;
const a: T;
const c: T extends unique a;
const d: T extends a;
const e: T extends c, d;

procedure below() { assert e <: a; assert e <: c && e <: d; }

procedure consistent() { assert false; }

procedure one(x: T) { assume x <: c && x <: d; assert false; }

const f: T extends unique a;
const g: T extends unique a;

procedure both(x: T) { assume x <: f && x <: g; assert f == g; }

procedure apart(x: T) { assume f != g && x <: f; assert !(x <: g); }

procedure same(x: T) { assume x <: f && x <: g; assert false; }

procedure different() { assert f != g; }
// verdicts: below OK, consistent UNKNOWN, one UNKNOWN, both OK, apart OK, same UNKNOWN, different UNKNOWN
