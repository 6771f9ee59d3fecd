// Package overlap finds executions in which a read meets bytes that were last written as those of another region of memory: the write left the member that its
// pointer points into, which is undefined (C11 6.5.6p8), or the types differ (6.5p7).
//
//	struct { char name[4]; int level; } v;   char *q = v.name;   q[4] = 1;   if (v.level) ...
//
// Regions are separate arrays, so that the interpreter reads another value there than a compiled program does. No sanitizer stops such an execution, as it stays
// within its object.
package overlap
