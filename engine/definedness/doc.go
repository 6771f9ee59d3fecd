// Package definedness removes the checks for undefined behaviour (program.OpCheck) from what engines see, in
// two stages. Formulas are smaller without them, and most proofs and errors do not need them:
//
//  1. without checks      superset of the executions: True holds; an error path that replays is False
//  2. checks assumed      only if in 1 a replay ended by undefined behaviour, or a cut was reached
//
// No engine sees a check. Nor does one see a quantified fact about array cells unless it is an
// engine.Quantifier: the program assumes its instances for the cells that it reads (passes.AssumeCells).
package definedness
