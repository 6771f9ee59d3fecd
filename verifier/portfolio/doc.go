// Package portfolio runs several engines on one task round-robin, each in a worker process of its own, until
// one of them has an answer.
//
//	table     class-1 when branches <= 12: symex 100k, symexecia 1600k, gps 1600k, ...
//	run       symex works until 100k units are spent, reports facts and pauses; symexecia starts with these facts; ...
//	Outcome   the answer of the first engine that has one, completed by it with evidence; the others end
//
// A worker gets a budget of work, reports when it is spent, and waits for its next turn. Turns are measured by
// work and not by the clock: with one worker at a time a run is reproducible. Workers report facts about the
// program, and get the facts of the others at the beginning of a turn.
//
// The workers' task is opaque to this package: jobs, facts and reports are bytes. The order of engines is given
// by a Table, which is fitted to measured runs (greedily, by the number of tasks a turn solves per work:
// Streeter and Golovin, "An Online Algorithm for Maximizing Submodular Functions", NIPS 2008).
//
// A crashed process, by a solver fault or lack of memory, costs only its own search. As work does not measure
// everything that an engine does, a worker that uses far more processor time than its turn corresponds to is
// halted as well, and so is the largest one when memory is short.
package portfolio
