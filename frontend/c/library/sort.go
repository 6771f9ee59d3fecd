package library

// Sort is the text of a body of qsort or bsearch for elements of the type ELEMENT.
func Sort(name string) string {
	if name == "bsearch" {
		return `void *__cupel_bsearch(const void *key, const ELEMENT *b, __cupel_size n, __cupel_size size, int (*compare)(const void *, const void *)) {
  __cupel_size low = 0, high = n, mid;
  int c;
  while (low < high) {
    mid = low + (high - low) / 2;
    c = compare(key, b + mid);
    if (c < 0)
      high = mid;
    else if (c > 0)
      low = mid + 1;
    else
      return (void *)(b + mid);
  }
  return 0;
}
`
	}
	return `void __cupel_qsort(ELEMENT *b, __cupel_size n, __cupel_size size, int (*compare)(const void *, const void *)) {
  ELEMENT x;
  __cupel_size i, j;
  for (i = 1; i < n; i++)
    for (j = i; j > 0; j--) {
      if (compare(b + (j - 1), b + j) <= 0) break;
      x = b[j - 1];
      b[j - 1] = b[j];
      b[j] = x;
    }
}
`
}
