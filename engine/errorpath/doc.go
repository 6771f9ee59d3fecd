// Package errorpath encodes paths to the error as formulas in single static assignment form, to be decided and
// interpolated, and reads executions from their models.
//
//	edges    x := input();  x := x + 1;  assume x > 5
//	formula  x2 = x1 + 1 && x2 > 5; the model x1 = 5 is the counterexample with input 5
package errorpath
