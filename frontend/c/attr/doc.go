// Package attr finds the GNU attributes of declarations that change control:
// constructors, destructors, cleanups and functions that do not return
// (https://gcc.gnu.org/onlinedocs/gcc/Common-Function-Attributes.html). The
// types of cc keep only some attributes, so they are read from the syntax.
package attr
