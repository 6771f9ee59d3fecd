/* The number that __cupel_number read last. */
static unsigned long long __cupel_magnitude;

static int __cupel_negative;

static int __cupel_overflow;

int __cupel_digit(int c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

/* Reads a number as strtol does and returns how many characters it takes, 0 for
   none. Magnitudes above max, or above max+less for negative numbers, overflow. */
__cupel_size __cupel_number(const char *s, int base, unsigned long long max, int less) {
  __cupel_size i = 0, first;
  unsigned long long v = 0;
  int d;
  __cupel_negative = 0;
  __cupel_overflow = 0;
  __cupel_magnitude = 0;
  while (__cupel_is_space(s[i])) i++;
  if (s[i] == '-') {
    __cupel_negative = 1;
    max += less;
    i++;
  } else if (s[i] == '+')
    i++;
  if ((base == 0 || base == 16) && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') && __cupel_digit(s[i + 2]) < 16) {
    i += 2;
    base = 16;
  } else if (base == 0)
    base = s[i] == '0' ? 8 : 10;
  first = i;
  for (;; i++) {
    d = __cupel_digit(s[i]);
    if (d >= base) break;
    if (__cupel_overflow) continue;
    if (v > (max - d) / base)
      __cupel_overflow = 1;
    else
      v = v * base + d;
  }
  __cupel_magnitude = v;
  return i == first ? 0 : i;
}

long __cupel_strtol(const char *s, char **end, int base) {
  __cupel_size n;
  if (base < 0 || base == 1 || base > 36) {
    __cupel_errno = 22;
    return 0;
  }
  n = __cupel_number(s, base, __LONG_MAX__, 1);
  if (end) *end = (char *)s + n;
  if (!n) return 0;
  if (__cupel_overflow) {
    __cupel_errno = 34;
    return __cupel_negative ? -__LONG_MAX__ - 1L : __LONG_MAX__;
  }
  return __cupel_negative ? (long)(0 - __cupel_magnitude) : (long)__cupel_magnitude;
}

long long __cupel_strtoll(const char *s, char **end, int base) {
  __cupel_size n;
  if (base < 0 || base == 1 || base > 36) {
    __cupel_errno = 22;
    return 0;
  }
  n = __cupel_number(s, base, __LONG_LONG_MAX__, 1);
  if (end) *end = (char *)s + n;
  if (!n) return 0;
  if (__cupel_overflow) {
    __cupel_errno = 34;
    return __cupel_negative ? -__LONG_LONG_MAX__ - 1LL : __LONG_LONG_MAX__;
  }
  return __cupel_negative ? (long long)(0 - __cupel_magnitude) : (long long)__cupel_magnitude;
}

unsigned long __cupel_strtoul(const char *s, char **end, int base) {
  __cupel_size n;
  if (base < 0 || base == 1 || base > 36) {
    __cupel_errno = 22;
    return 0;
  }
  n = __cupel_number(s, base, 2UL * __LONG_MAX__ + 1, 0);
  if (end) *end = (char *)s + n;
  if (!n) return 0;
  if (__cupel_overflow) {
    __cupel_errno = 34;
    return 2UL * __LONG_MAX__ + 1;
  }
  return (unsigned long)(__cupel_negative ? 0 - __cupel_magnitude : __cupel_magnitude);
}

unsigned long long __cupel_strtoull(const char *s, char **end, int base) {
  __cupel_size n;
  if (base < 0 || base == 1 || base > 36) {
    __cupel_errno = 22;
    return 0;
  }
  n = __cupel_number(s, base, 2ULL * __LONG_LONG_MAX__ + 1, 0);
  if (end) *end = (char *)s + n;
  if (!n) return 0;
  if (__cupel_overflow) {
    __cupel_errno = 34;
    return 2ULL * __LONG_LONG_MAX__ + 1;
  }
  return __cupel_negative ? 0 - __cupel_magnitude : __cupel_magnitude;
}

__cupel_intmax __cupel_strtoimax(const char *s, char **end, int base) {
  return __cupel_strtoll(s, end, base);
}

unsigned long long __cupel_strtoumax(const char *s, char **end, int base) {
  return __cupel_strtoull(s, end, base);
}

int __cupel_atoi(const char *s) {
  return (int)__cupel_strtol(s, 0, 10);
}

long __cupel_atol(const char *s) {
  return __cupel_strtol(s, 0, 10);
}

long long __cupel_atoll(const char *s) {
  return __cupel_strtoll(s, 0, 10);
}

struct __cupel_div { int quot, rem; };

struct __cupel_div __cupel_div(int a, int b) {
  struct __cupel_div r;
  r.quot = a / b;
  r.rem = a % b;
  return r;
}

struct __cupel_ldiv { long quot, rem; };

struct __cupel_ldiv __cupel_ldiv(long a, long b) {
  struct __cupel_ldiv r;
  r.quot = a / b;
  r.rem = a % b;
  return r;
}

struct __cupel_lldiv { long long quot, rem; };

struct __cupel_lldiv __cupel_lldiv(long long a, long long b) {
  struct __cupel_lldiv r;
  r.quot = a / b;
  r.rem = a % b;
  return r;
}

struct __cupel_imaxdiv { __cupel_intmax quot, rem; };

struct __cupel_imaxdiv __cupel_imaxdiv(__cupel_intmax a, __cupel_intmax b) {
  struct __cupel_imaxdiv r;
  r.quot = a / b;
  r.rem = a % b;
  return r;
}

__cupel_intmax __cupel_imaxabs(__cupel_intmax a) {
  return a < 0 ? -a : a;
}

int __cupel_rand(void) {
  int r = __cupel_any_int();
  __cupel_assume(r >= 0);
  return r;
}

long __cupel_random(void) {
  int r = __cupel_any_int();
  __cupel_assume(r >= 0);
  return r;
}

long __cupel_lrand48(void) {
  int r = __cupel_any_int();
  __cupel_assume(r >= 0);
  return r;
}

double __cupel_drand48(void) {
  double r = __cupel_any_double();
  __cupel_assume(r >= 0 && r < 1);
  return r;
}

int __cupel_rand_r(unsigned *seed) {
  int r = __cupel_any_int();
  __cupel_assume(r >= 0);
  *seed = __cupel_any_int();
  return r;
}

void *__cupel_reallocarray(void *p, __cupel_size n, __cupel_size size) {
  if (size && n > (__cupel_size)-1 / size) {
    __cupel_errno = 12;
    return 0;
  }
  return __builtin_realloc(p, n * size);
}

void *__cupel_malloc(__cupel_size n) {
  return __builtin_malloc(n);
}

void *__cupel_calloc(__cupel_size n, __cupel_size size) {
  return __builtin_calloc(n, size);
}

void *__cupel_realloc(void *p, __cupel_size n) {
  return __builtin_realloc(p, n);
}

void __cupel_free(void *p) {
  __builtin_free(p);
}

int __cupel_abs(int a) {
  return a < 0 ? -a : a;
}

long __cupel_labs(long a) {
  return a < 0 ? -a : a;
}

void *__cupel_bsearch(const void *key, const void *base, __cupel_size n, __cupel_size size, int (*compare)(const void *, const void *)) {
  const char *b = base;
  __cupel_size low = 0, high = n, mid;
  int c;
  while (low < high) {
    mid = low + (high - low) / 2;
    c = compare(key, b + mid * size);
    if (c < 0)
      high = mid;
    else if (c > 0)
      low = mid + 1;
    else
      return (void *)(b + mid * size);
  }
  return 0;
}

void *__cupel_lfind(const void *key, const void *base, __cupel_size *n, __cupel_size size, int (*compare)(const void *, const void *)) {
  const char *b = base;
  __cupel_size i = 0;
  for (; i < *n; i++)
    if (compare(key, b + i * size) == 0) return (void *)(b + i * size);
  return 0;
}

void *__cupel_lsearch(const void *key, void *base, __cupel_size *n, __cupel_size size, int (*compare)(const void *, const void *)) {
  char *b = base;
  const char *k = key;
  __cupel_size i = 0, j;
  for (; i < *n; i++)
    if (compare(key, b + i * size) == 0) return b + i * size;
  for (j = 0; j < size; j++) b[i * size + j] = k[j];
  *n = i + 1;
  return b + i * size;
}

/* A stable sort: the order of equal elements is glibc's, which merges. */
void __cupel_qsort(void *base, __cupel_size n, __cupel_size size, int (*compare)(const void *, const void *)) {
  char *b = base, x;
  __cupel_size i, j, k;
  for (i = 1; i < n; i++)
    for (j = i; j > 0; j--) {
      if (compare(b + (j - 1) * size, b + j * size) <= 0) break;
      for (k = 0; k < size; k++) {
        x = b[(j - 1) * size + k];
        b[(j - 1) * size + k] = b[j * size + k];
        b[j * size + k] = x;
      }
    }
}
