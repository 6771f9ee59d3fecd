package c

import "modernc.org/cc/v4"

// classID names a class of the points-to partition.
type classID int

// aliasing answers what escapes and what pointers may point to.
type aliasing struct{}

func newAliasing(*cc.AST) *aliasing { return &aliasing{} }

// Escapes reports whether the address of the object may be used.
func (*aliasing) Escapes(d *cc.Declarator) bool { return d.AddressTaken() }

// ClassOfObject returns the class of a declared object.
func (*aliasing) ClassOfObject(*cc.Declarator) classID { return 0 }

// ClassOfPointee returns the class a pointer-valued expression points into.
func (*aliasing) ClassOfPointee(cc.ExpressionNode) classID { return 0 }

// ByteLevel reports whether the cells of the class are bytes.
func (*aliasing) ByteLevel(classID) bool { return false }
