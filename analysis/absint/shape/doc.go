// Package shape proves properties of memory of programs with linked lists of any length, by abstract interpretation with symbolic memory graphs.
//
// A graph describes a set of states: its nodes are live objects (variables with addresses, heap blocks), its edges the pointers in their cells and in variables. A
// list segment is one node that stands for a chain of blocks, at least min of them, singly or doubly linked, whose cells are alike: they hold the same value, nothing that
// is known, or a pointer to an object that each node of the chain has for its own (its owner is the segment), which may be the beginning of a list again. At loop heads
// chains are folded into segments, and graphs that differ in the lengths of segments are joined; where a segment is looked into, a block is taken out of it. (Dudka, Peringer,
// Vojnar, "Byte-precise verification of low-level list manipulation", SAS 2013.)
//
// Example: at the head of "while (unknown()) { n = malloc(sizeof *n); n->next = head; head = n; }" the graphs are
//
//	head = null
//	head -> block, its next = null
//	head -> segment of at least one block, the last one's next = null
//
// The analysis reads the program as it was inlined, with the addresses of objects as symbols, so that what it proves holds wherever they lie. It is a prover of goals only: accesses, releases, no
// block lost, no block left. What it does not follow makes it give up with a reason: it refutes nothing. Numbers are constants or unknown.
//
// Where others prove that all accesses and releases are valid (Task.Valid), it is enough to know which blocks exist and who keeps them: an address may have an unknown offset in its object, objects may
// have unknown sizes, an access through null ends an execution, and numbers have upper bounds. That proves that programs with buffers of any size lose nothing.
//
// With Lengths it also tells how the lengths of lists change between loop heads, which ends loops that walk lists (Lengths.Ends).
//
// What a cell holds is a value of the region of memory (a variable of the program, see program.IsMemory) at the cell's offset. Pointers in regions of bytes are one cell.
package shape
