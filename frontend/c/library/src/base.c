typedef __SIZE_TYPE__ __cupel_size;

typedef __WCHAR_TYPE__ __cupel_wchar;

typedef __INTMAX_TYPE__ __cupel_intmax;

static int __cupel_errno;

int *__cupel___errno_location(void) {
  return &__cupel_errno;
}

int __cupel_is_space(int c) {
  return c == ' ' || c >= '\t' && c <= '\r';
}

int __cupel_fold(int c) {
  return c >= 'A' && c <= 'Z' ? c + 32 : c;
}
