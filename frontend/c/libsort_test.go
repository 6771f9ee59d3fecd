package c

import "testing"

// TestSort: qsort and bsearch sort and search elements of every type as gcc's do, in one program by several bodies, and through a pointer.
func TestSort(t *testing.T) {
	const head = `#include <stdlib.h>
#include <string.h>
static int ints(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int shorts(const void *a, const void *b) { return *(const short *)a - *(const short *)b; }
static int doubles(const void *a, const void *b) { double x = *(const double *)a, y = *(const double *)b; return (x > y) - (x < y); }
static int words(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
struct rec { int key; char tag; };
static int recs(const void *a, const void *b) { return ((const struct rec *)a)->key - ((const struct rec *)b)->key; }
`
	runLikeGcc(t, []gccCase{
		{"numbers", head + `int test(void) {
  int v[] = {3, -1, 2, 3}, k = 2, h = 0; short s[] = {5, 4, 9}; double d[] = {2.5, -0.5, 1};
  qsort(v, 4, sizeof *v, ints); qsort(s, 3, 2, shorts); qsort(d, 3, sizeof d[0], doubles);
  for (int i = 0; i < 4; i++) h = h * 7 + v[i];
  int *p = bsearch(&k, v, 4, sizeof *v, ints);
  return h * 31 + s[0] * 5 + s[2] + (int)(d[0] * 2 + d[2] * 8) + (int)(p - v);
}`},
		{"words and records", head + `int test(void) {
  char *w[] = {"pear", "fig", "apple"}, *k = "fig"; struct rec r[] = {{2, 'a'}, {1, 'b'}, {2, 'c'}};
  qsort(w, 3, sizeof *w, words); qsort(r, 3, sizeof *r, recs);
  char **p = bsearch(&k, w, 3, sizeof *w, words);
  return w[0][0] + (int)(p - w) * 3 + r[1].tag * 5 + r[2].tag * 7;
}`},
		{"other sizes", head + `int test(void) {
  int v[] = {3, 1, 2, 0}; unsigned n = sizeof(int); qsort(v, 4, n, ints); 
  short s[] = {9, 1, 7, 0}; qsort((int *)s, 4, 2, shorts);
  return v[0] + v[1] * 3 + v[3] * 5 + s[0] + s[1] * 11 + s[3] * 13;
}`},
		{"through a pointer", head + `int test(void) {
  void (*f)(void *, size_t, size_t, int (*)(const void *, const void *)) = qsort;
  int v[] = {3, 1, 2}, w[] = {9, 8}; qsort(v, 3, sizeof *v, ints); f(w, 2, sizeof *w, ints);
  return v[0] + v[2] * 3 + w[0] * 5;
}`},
		{"many calls", head + `int test(void) {
  int a[] = {2, 1}, b[] = {4, 3}; short s[] = {6, 5}; int h = 0;
  qsort(a, 2, 4, ints); qsort(b, 2, 4, ints); qsort(a, 2, 4, ints); qsort(b, 2, 4, ints); qsort(a, 2, 4, ints); qsort(b, 2, 4, ints);
  qsort(a, 2, 4, ints); qsort(b, 2, 4, ints); qsort(a, 2, 4, ints); qsort(b, 2, 4, ints); qsort(a, 2, 4, ints); qsort(b, 2, 4, ints);
  qsort(s, 2, 2, shorts); qsort(a, 2, 4, ints);
  return a[0] + b[0] * 3 + s[0] * 5;
}`},
	})
}
