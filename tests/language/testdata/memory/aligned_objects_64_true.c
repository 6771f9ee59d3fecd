/* objects lie at addresses with the alignment that their declarations ask for, and _Alignof says it */
extern void reach_error(void);
#define AT(p, alignment) ((__UINTPTR_TYPE__)(p) % (alignment) == 0)
extern _Alignas(8) char external[3];
_Alignas(8) char external[3] = "ab";
int main(void) {
  char odd[3];
  _Alignas(0) _Alignas(64) _Alignas(double) unsigned char local[5];
  static _Alignas(double) char kept;
  if (!AT(external, 8) || !AT(local, 64) || !AT(&kept, _Alignof(double)))
    reach_error();
  if (_Alignof(external) != 8 || __alignof__(local) != 64 || _Alignof(kept) != _Alignof(double) || _Alignof(odd) != 1)
    reach_error();
  return 0;
}
