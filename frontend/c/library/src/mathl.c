/* Functions that work on the bits of long doubles: sign and exponent, and 64 bits of which the first is 0 for subnormal numbers only. */
int __cupel_ilogbl(long double x) {
  unsigned long long m;
  int e;
  if (x != x || x == 0) {
    __cupel_errno = 33;
    return -2147483647 - 1;
  }
  if (x - x != 0) {
    __cupel_errno = 33;
    return 2147483647;
  }
  m = __cupel_low_ldouble(x);
  e = __cupel_high_ldouble(x) & 32767;
  if (e) return e - 16383;
  for (e = -16382; !(m >> 63); e--) m <<= 1;
  return e;
}

long double __cupel_logbl(long double x) {
  if (x != x) return x;
  if (x == 0) return -1 / (x * x);
  if (x - x != 0) return x * x;
  return __cupel_ilogbl(x);
}

long double __cupel_frexpl(long double x, int *e) {
  unsigned long long m;
  unsigned h;
  int k;
  if (x == 0) {
    *e = 0;
    return x;
  }
  if (x - x != 0) {
    *e = __cupel_any_int();
    return x;
  }
  m = __cupel_low_ldouble(x);
  h = __cupel_high_ldouble(x);
  k = h & 32767;
  if (!k)
    for (k = 1; !(m >> 63); k--) m <<= 1;
  *e = k - 16382;
  return __cupel_value_ldouble(h & 32768 | 16382, m);
}

long double __cupel_scalbl(long double x, long n) {
  unsigned long long m;
  unsigned h, half = 0, more = 0;
  int k;
  if (x - x != 0 || x == 0) return x;
  if (n > 40000) n = 40000;
  if (n < -40000) n = -40000;
  m = __cupel_low_ldouble(x);
  h = __cupel_high_ldouble(x);
  k = h & 32767;
  h &= 32768;
  if (!k)
    for (k = 1; !(m >> 63); k--) m <<= 1;
  k += (int)n;
  if (k > 32766) {
    __cupel_errno = 34;
    return h ? -__builtin_infl() : __builtin_infl();
  }
  if (k > 0) return __cupel_value_ldouble(h | k, m);
  for (; k < 1 && (m || half); k++) {
    more |= half;
    half = m & 1;
    m >>= 1;
  }
  if (half && (more || m & 1)) m++;
  if (!m) __cupel_errno = 34;
  return __cupel_value_ldouble(h | (unsigned)(m >> 63), m);
}

long double __cupel_ldexpl(long double x, int n) {
  return __cupel_scalbl(x, n);
}

long double __cupel_scalbnl(long double x, int n) {
  return __cupel_scalbl(x, n);
}

long double __cupel_scalblnl(long double x, long n) {
  return __cupel_scalbl(x, n);
}

long double __cupel_modfl(long double x, long double *whole) {
  long double w = __builtin_truncl(x);
  *whole = w;
  if (x - x != 0) return x != x ? x : __builtin_copysignl(0.0L, x);
  return __builtin_copysignl(x - w, x);
}

long double __cupel_nextafterl(long double x, long double y) {
  unsigned long long m, top = 1ULL << 63;
  unsigned h, k;
  long double r;
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (x == 0) {
    r = __cupel_value_ldouble(0, 1);
    return y < 0 ? -r : r;
  }
  m = __cupel_low_ldouble(x);
  h = __cupel_high_ldouble(x);
  k = h & 32767;
  if ((x < y) == (x > 0)) {
    m++;
    if (m == 0) {
      m = top;
      k++;
    } else if (k == 0)
      k = (unsigned)(m >> 63);
  } else if (m == top) {
    m = k > 1 ? 0 - 1ULL : top - 1;
    k--;
  } else
    m--;
  if (k == 32767 || k == 0) __cupel_errno = 34;
  return __cupel_value_ldouble(h & 32768 | k, m);
}

long double __cupel_nexttowardl(long double x, long double y) {
  return __cupel_nextafterl(x, y);
}

/* As remquo. */
long double __cupel_remquol(long double x, long double y, int *quo) {
  long double r, a, b, h;
  int q = 0;
  *quo = __cupel_any_int();
  if (x != x || y != y || x - x != 0 || y == 0) return __builtin_remainderl(x, y);
  r = __builtin_remainderl(x, y);
  a = __builtin_fabsl(x);
  b = __builtin_fabsl(y);
  if (b <= 0x1p16380L) {
    a = __builtin_fmodl(a, 8 * b);
    if (a >= 4 * b) {
      a -= 4 * b;
      q += 4;
    }
    if (a >= 2 * b) {
      a -= 2 * b;
      q += 2;
    }
  } else {
    if (b <= 0x1p16382L && a >= 2 * b) {
      a -= 2 * b;
      q += 2;
    }
    if (b > 0x1p16382L && a - b >= b) {
      a = a - b - b;
      q += 2;
    }
  }
  if (a >= b) {
    a -= b;
    q++;
  }
  h = b - a;
  if (a > h || a == h && (q & 1)) q++;
  q &= 7;
  *quo = (x < 0) != (y < 0) ? -q : q;
  return r;
}
