extern void reach_error(void);
#pragma pack(push, 4)
struct S { unsigned a : 32 __attribute__((packed)); char c; };
struct __attribute__((packed)) T { unsigned short a : 3; };
struct __attribute__((packed)) U { int b : 2; char c; };
#pragma pack(pop)
struct __attribute__((aligned(8))) N { int : 3; };
enum { S = sizeof(struct S), T = sizeof(struct T), U = sizeof(struct U), N = sizeof(struct N) };
char a[sizeof(struct S)];
int main(void) {
  if (S != 8 || sizeof(struct S) != 8 || T != 2 || sizeof(struct T) != 2 || U != 4 || sizeof(struct U) != 4) reach_error();
  if (N != 8 || _Alignof(struct N) != 8 || sizeof a != 8) reach_error();
  return 0;
}
