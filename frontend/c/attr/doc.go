// Package attr finds the GNU attributes of declarations that affect control flow:
// constructors, destructors, cleanups and functions that do not return
// (https://gcc.gnu.org/onlinedocs/gcc/Common-Function-Attributes.html). The
// types of cc keep only some attributes, so they are read from the syntax.
//
// Example: "__attribute__((__constructor__(101))) void f(void);" yields the Value
// "constructor" with the argument 101.
package attr
