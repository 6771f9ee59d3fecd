// Package literal prints values of C types: as constants for a compiler (Expr), exactly and without suffixes for files and reports
// (Exact), and as short as exactness allows for people (Short). Whatever prints a value of C prints it here: traces, reports, witnesses,
// preconditions, test suites and harnesses.
//
// The syntax is that of ISO C11, 6.4.4, with hexadecimal floating constants. C has no constant for infinities and NaN (INFINITY and NAN
// need a header): a compiler is told GCC's built-in functions, everybody else what strtod reads. There is one NaN, as in package logic.
package literal
