// Package definedness decides how engines see the checks for undefined behaviour
// (program.OpCheck). Formulas are smaller without them, and most proofs and errors need
// none: an engine is first given the program without its checks. What is proven of it holds,
// since it has more executions. Where the replay of a counterexample ends by undefined
// behaviour, or where only the end of the model is reached, the engine is given the program
// with its checks as assumptions. No engine meets a check.
// Nor does one meet a fact about all cells of arrays, but an engine.Quantifier: the program assumes what such facts say of the cells
// that it reads (passes.AssumeCells).
package definedness
