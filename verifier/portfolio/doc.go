// Package portfolio runs several engines on one task, each in a worker process of its own, until one of them has
// an answer.
//
// A worker is told how much work it may do and says when it has done it; then it waits. So turns are
// measured by what is done and not by the clock: with one worker at a time a run repeats itself. Workers
// tell what they find out about the program, and what the others found is handed to them when it is their turn.
// The first that has an answer is told to complete it with its evidence; the others end.
//
// What the workers do is not known here: a job, facts and a report are opaque texts. Who comes when is
// said by a Table, which is fitted to measured runs (greedily, by what a turn solves for its work: Streeter and Golovin,
// "An Online Algorithm for Maximizing Submodular Functions", NIPS 2008).
//
// A process that dies, by a fault of a solver or for want of memory, costs its own search only. Work is not all
// that an engine does, so one that takes far more processor time than its turn stands for is halted
// as well, and so is the largest one when memory is short.
package portfolio
