// Package quantified proves programs with arrays by facts about all of their cells: for all k in a range, something about cell k,
// other cells and the variables. It guesses and checks.
//
// Source: Fedyukovich, Prabhu, Madhukar, Gupta, "Quantified Invariants via Syntax-Guided Synthesis" (CAV 2019): ranges from the accesses,
// predicates from the program's text, and the largest inductive set (Houdini). Data from runs on small random inputs
// (package observe) drop what is wrong, and give polynomial equations of cells and of scalars, after Sharma, Gupta,
// Hariharan, Aiken, Liang, Nori, "A Data Driven Approach for Algebraic Loop Invariants" (ESOP 2013).
//
// Claims are checked over large blocks. Behind a block a claim is asked about for a cell that is arbitrary; before it the claims are
// assumed for the cells that the block and that claim access (E-matching). Instances of what is assumed are never too many, so
// that a proof does not rest on how they were chosen.
package quantified
