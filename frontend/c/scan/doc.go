// Package scan divides the text of C sources as translation phases 2 to 4 of ISO C11, 5.1.1.2, do: into white space, comments,
// directives, identifiers, preprocessing numbers, literals and punctuation. Whoever looks at C text without a parser does it with this
// package, so that all agree on where comments, literals and directives end.
//
// Lines that end in a backslash are continued wherever that matters for these ends; an identifier or a number ends there. Trigraphs are
// text, as for GCC without -trigraphs. A literal without its closing quote ends with its line, as GCC's preprocessor reads it where text
// is skipped.
package scan
