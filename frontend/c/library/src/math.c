/* Functions that work on the bits of numbers. */
int __cupel_ilogb(double x) {
  unsigned long long u = __cupel_bits_double(x);
  int e = (int)(u >> 52 & 2047);
  if (x != x) {
    __cupel_errno = 33;
    return -2147483647 - 1;
  }
  if (x == 0) {
    __cupel_errno = 33;
    return -2147483647 - 1;
  }
  if (e == 2047) {
    __cupel_errno = 33;
    return 2147483647;
  }
  if (e) return e - 1023;
  for (e = -1022; !(u >> 52 & 1); e--) u <<= 1;
  return e;
}

int __cupel_ilogbf(float x) {
  unsigned u = __cupel_bits_float(x);
  int e = (int)(u >> 23 & 255);
  if (x != x) {
    __cupel_errno = 33;
    return -2147483647 - 1;
  }
  if (x == 0) {
    __cupel_errno = 33;
    return -2147483647 - 1;
  }
  if (e == 255) {
    __cupel_errno = 33;
    return 2147483647;
  }
  if (e) return e - 127;
  for (e = -126; !(u >> 23 & 1); e--) u <<= 1;
  return e;
}

double __cupel_logb(double x) {
  if (x != x) return x;
  if (x == 0) return -1 / (x * x);
  if (x - x != 0) return x * x;
  return __cupel_ilogb(x);
}

float __cupel_logbf(float x) {
  if (x != x) return x;
  if (x == 0) return -1 / (x * x);
  if (x - x != 0) return x * x;
  return __cupel_ilogbf(x);
}

double __cupel_frexp(double x, int *e) {
  unsigned long long u;
  int k = 0;
  if (x == 0) {
    *e = 0;
    return x;
  }
  if (x - x != 0) {
    *e = __cupel_any_int();
    return x;
  }
  u = __cupel_bits_double(x);
  if (!(u >> 52 & 2047)) {
    u = __cupel_bits_double(x * 18014398509481984.0);
    k = -54;
  }
  *e = k + (int)(u >> 52 & 2047) - 1022;
  return __cupel_value_double(u & ~(2047ULL << 52) | 1022ULL << 52);
}

float __cupel_frexpf(float x, int *e) {
  unsigned u;
  int k = 0;
  if (x == 0) {
    *e = 0;
    return x;
  }
  if (x - x != 0) {
    *e = __cupel_any_int();
    return x;
  }
  u = __cupel_bits_float(x);
  if (!(u >> 23 & 255)) {
    u = __cupel_bits_float(x * 33554432.0f);
    k = -25;
  }
  *e = k + (int)(u >> 23 & 255) - 126;
  return __cupel_value_float(u & ~(255U << 23) | 126U << 23);
}

/* 2 to the power n, for a normal result. */
double __cupel_power(int n) {
  return __cupel_value_double((unsigned long long)(n + 1023) << 52);
}

double __cupel_scalb(double x, long n) {
  double r;
  if (x - x != 0 || x == 0) return x;
  if (n > 4400) n = 4400;
  if (n < -4400) n = -4400;
  /* Only the last multiplication may round. */
  r = x;
  if (n >= 0) {
    while (n > 1000) {
      r *= __cupel_power(1000);
      n -= 1000;
    }
    r *= __cupel_power((int)n);
  } else {
    int e = __cupel_ilogb(x);
    if (e + n < -1200) n = -1200 - e;
    if (e < 0 && n < 0) {
      /* Normal numbers first, then one rounding. */
      r = x * __cupel_power(e < -900 ? 200 : 0);
      if (e < -900) n -= 200;
    }
    e = __cupel_ilogb(r);
    if (e + n >= -1022) {
      while (n < -1000) {
        r *= __cupel_power(-1000);
        n += 1000;
      }
      r *= __cupel_power((int)n);
    } else {
      /* To the exponent -1022 + 100, and from there by one rounding. */
      long m = -922 - e;
      while (m < -1000) {
        r *= __cupel_power(-1000);
        m += 1000;
        n += 1000;
      }
      r *= __cupel_power((int)m);
      n -= m;
      if (n < -1000) n = -1000;
      r *= __cupel_power((int)n);
    }
  }
  if (r - r != 0 || r == 0) __cupel_errno = 34;
  return r;
}

double __cupel_ldexp(double x, int n) {
  return __cupel_scalb(x, n);
}

double __cupel_scalbn(double x, int n) {
  return __cupel_scalb(x, n);
}

double __cupel_scalbln(double x, long n) {
  return __cupel_scalb(x, n);
}

float __cupel_scalbf(float x, long n) {
  double r;
  float f;
  if (x - x != 0 || x == 0) return x;
  if (n > 500) n = 500;
  if (n < -500) n = -500;
  /* Exact as a double, rounded once. */
  f = (float)(x * __cupel_power((int)n));
  if (f - f != 0 || f == 0) __cupel_errno = 34;
  return f;
}

float __cupel_ldexpf(float x, int n) {
  return __cupel_scalbf(x, n);
}

float __cupel_scalbnf(float x, int n) {
  return __cupel_scalbf(x, n);
}

float __cupel_scalblnf(float x, long n) {
  return __cupel_scalbf(x, n);
}

double __cupel_modf(double x, double *whole) {
  double w = __builtin_trunc(x);
  *whole = w;
  if (x - x != 0) return x != x ? x : __builtin_copysign(0.0, x);
  return __builtin_copysign(x - w, x);
}

float __cupel_modff(float x, float *whole) {
  float w = __builtin_truncf(x);
  *whole = w;
  if (x - x != 0) return x != x ? x : __builtin_copysignf(0.0f, x);
  return __builtin_copysignf(x - w, x);
}

double __cupel_nextafter(double x, double y) {
  unsigned long long u;
  double r;
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (x == 0) {
    r = __cupel_value_double(1);
    return y < 0 ? -r : r;
  }
  u = __cupel_bits_double(x);
  r = __cupel_value_double((x < y) == (x > 0) ? u + 1 : u - 1);
  if (r - r != 0 || r < 0x1p-1022 && r > -0x1p-1022) __cupel_errno = 34;
  return r;
}

float __cupel_nextafterf(float x, float y) {
  unsigned u;
  float r;
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (x == 0) {
    r = __cupel_value_float(1);
    return y < 0 ? -r : r;
  }
  u = __cupel_bits_float(x);
  r = __cupel_value_float((x < y) == (x > 0) ? u + 1 : u - 1);
  if (r - r != 0 || r < 0x1p-126f && r > -0x1p-126f) __cupel_errno = 34;
  return r;
}

double __cupel_nexttoward(double x, long double y) {
  unsigned long long u;
  double r;
  if (x != x || y != y) return x + (double)y;
  if (x == y) return (double)y;
  if (x == 0) {
    r = __cupel_value_double(1);
    return y < 0 ? -r : r;
  }
  u = __cupel_bits_double(x);
  r = __cupel_value_double((x < y) == (x > 0) ? u + 1 : u - 1);
  if (r - r != 0 || r < 0x1p-1022 && r > -0x1p-1022) __cupel_errno = 34;
  return r;
}

float __cupel_nexttowardf(float x, long double y) {
  unsigned u;
  float r;
  if (x != x || y != y) return x + (float)y;
  if (x == y) return (float)y;
  if (x == 0) {
    r = __cupel_value_float(1);
    return y < 0 ? -r : r;
  }
  u = __cupel_bits_float(x);
  r = __cupel_value_float((x < y) == (x > 0) ? u + 1 : u - 1);
  if (r - r != 0 || r < 0x1p-126f && r > -0x1p-126f) __cupel_errno = 34;
  return r;
}

/* The remainder, and the low three bits of the quotient with its sign. */
double __cupel_remquo(double x, double y, int *quo) {
  double r, a, b, h;
  int q = 0;
  *quo = __cupel_any_int();
  if (x != x || y != y || x - x != 0 || y == 0) return __builtin_remainder(x, y);
  r = __builtin_remainder(x, y);
  a = __builtin_fabs(x);
  b = __builtin_fabs(y);
  if (b <= 0x1p1020) {
    a = __builtin_fmod(a, 8 * b);
    if (a >= 4 * b) {
      a -= 4 * b;
      q += 4;
    }
    if (a >= 2 * b) {
      a -= 2 * b;
      q += 2;
    }
  } else {
    if (b <= 0x1p1022 && a >= 2 * b) {
      a -= 2 * b;
      q += 2;
    }
    if (b > 0x1p1022 && a - b >= b) {
      a = a - b - b;
      q += 2;
    }
  }
  /* 0 <= a < 2b: what is left to the nearest multiple, ties to even. */
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

float __cupel_remquof(float x, float y, int *quo) {
  return (float)__cupel_remquo(x, y, quo);
}
