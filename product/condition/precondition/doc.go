// Package precondition instruments the text of a C program with an assumption about its inputs.
//
//	int x = input();              prototypes; int main() { read x_1; if (!(x_1 <= 10)) exit(0); ... }
//	if (x > 10) error();    ->    int x = source_1();            returns x_1
//	                              if (x > 10) error();
//
// The rewritten program does what inputs.Restrict does to a module: main first reads a value for every slot in
// the assumption, and the program ends there unless the assumption holds; a call of a slot's source returns the
// value read for it, and after the last slot what the call itself returns. For the negation of a precise error
// condition the result is a program that cannot fail.
//
// Only the name of the called function is replaced at a source, so arguments and all other text stay byte for
// byte the same: prototypes, in types that need no declaration, are inserted before the first line, definitions
// after the last one, where all declarations of the program are in scope. What the text does not show
// literally, such as a call in a macro or in an included file, is refused.
package precondition
