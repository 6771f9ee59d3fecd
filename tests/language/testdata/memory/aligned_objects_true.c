/* objects lie at addresses with the alignment that their declarations ask for, and _Alignof says it */
extern void reach_error(void);
#define AT(p, alignment) (((__UINTPTR_TYPE__)(p) & (alignment) - 1) == 0)
_Alignas(32) char global;
extern _Alignas(8) char external[3];
_Alignas(8) char external[3] = "ab";
static _Alignas(int) _Alignas(16) _Alignas(0) signed char several;
int main(void) {
  char odd[3];
  _Alignas(64) unsigned char local[5];
  static _Alignas(128) short kept;
  _Alignas(double) char as;
  if (!AT(&global, 32) || !AT(external, 8) || !AT(&several, 16) || !AT(local, 64) || !AT(&kept, 128) || !AT(&as, _Alignof(double)) || !AT(odd, 1))
    reach_error();
  if (_Alignof(global) != 32 || _Alignof(several) != 16 || __alignof__(local) != 64 || _Alignof(as) != _Alignof(double) || _Alignof(odd) != 1)
    reach_error();
  return 0;
}
