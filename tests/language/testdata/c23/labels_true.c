/* labels before declarations and at ends of blocks */
void reach_error(void);
int main(void) {
  int v = 2;
  if (v > 3) goto out;
  again:
  int w = v;
  if (w++ < 2) goto again;
  switch (v) { case 2: int z = 1; if (z != 1) reach_error(); default: }
  { out: }
  { if (v == 7) goto end; end: ; }
  return 0;
}
