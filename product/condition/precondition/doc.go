// Package precondition writes an assumption about the inputs of a C program into the program's text.
//
// The rewritten program does what inputs.Restrict makes of a module: first of all main reads a value for
// every slot that the assumption speaks of, and the program ends there unless the assumption holds;
// at the call of a slot's source it is given the value that was read for it, and beyond the
// last slot what the call gives. For the negation of a precise error condition that is a program that cannot fail.
//
// Only the name of the called function is replaced at a source, so that arguments, and everything else
// of the text, stay byte for byte: prototypes, in types that need no declaration, go before the first
// line, definitions behind the last one, where everything is declared that the program declares.
// What the text does not show as it is, such as a call in a macro or in an included file, is refused.
package precondition
