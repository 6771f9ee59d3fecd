/* Floating-point numbers as text. The sign is a character or 0; flags as for __cupel_out_number. */
__cupel_size __cupel_out_special(char *d, __cupel_size room, __cupel_size n, int nan, int sign, int flags, int width) {
  long pad = (long)width - 3 - (sign != 0);
  const char *s = nan ? flags & 32 ? "NAN" : "nan" : flags & 32 ? "INF" : "inf";
  if (!(flags & 1)) n = __cupel_pad(d, room, n, ' ', pad);
  if (sign) n = __cupel_put(d, room, n, sign);
  n = __cupel_put(d, room, n, s[0]);
  n = __cupel_put(d, room, n, s[1]);
  n = __cupel_put(d, room, n, s[2]);
  if (flags & 1) n = __cupel_pad(d, room, n, ' ', pad);
  return n;
}

/* An exponent: its letter, its sign, and at least so many digits. */
__cupel_size __cupel_out_exponent(char *d, __cupel_size room, __cupel_size n, int letter, int e, int digits) {
  int k, unit = 1;
  n = __cupel_put(d, room, n, letter);
  n = __cupel_put(d, room, n, e < 0 ? '-' : '+');
  if (e < 0) e = -e;
  for (k = 1; k < digits || e / unit >= 10; k++) unit *= 10;
  for (; unit; unit /= 10) n = __cupel_put(d, room, n, '0' + e / unit % 10);
  return n;
}

/* The characters of an exponent. */
int __cupel_exponent_size(int e, int digits) {
  int k = 1;
  if (e < 0) e = -e;
  for (; k < digits || e >= 10; k++) e /= 10;
  return k + 2;
}

/* m times 2 to the power e by %e, %f or %g. */
__cupel_size __cupel_out_decimal(char *d, __cupel_size room, __cupel_size n, unsigned long long m, int e, int sign, int verb, int flags, int width, int precision) {
  int high, k, exponential = verb != 'f', point;
  long pad;
  if (precision < 0) precision = 6;
  /* Fewer bits take fewer steps. */
  for (; m && !(m & 0xffff); m >>= 16) e += 16;
  for (; m && !(m & 1); m >>= 1) e++;
  __cupel_words_set(m, e);
  if (verb == 'g' && precision == 0) precision = 1;
  high = __cupel_highest();
  if (verb == 'f')
    __cupel_round(-precision);
  else
    __cupel_round(verb == 'g' ? high - precision + 1 : high - precision);
  k = high;
  high = __cupel_highest();
  /* glibc loses the zeros of %#g where rounding makes the exponent too large for %f, against the standard. */
  if (verb == 'g' && flags & 8 && k < high && high == precision && precision > 1) __cupel_cut("a number that %#g rounds to another exponent: C libraries differ");
  e = high;
  if (verb == 'g') {
    exponential = high < -4 || high >= precision;
    precision = exponential ? precision - 1 : precision - 1 - high;
    if (!(flags & 8))
      while (precision > 0 && !__cupel_place(exponential ? high - precision : -precision)) precision--;
  }
  if (!exponential && high < 0) high = 0;
  point = precision > 0 || flags & 8;
  pad = (long)width - (sign != 0) - (exponential ? 1 : high + 1) - (point != 0) - precision;
  if (exponential) pad -= __cupel_exponent_size(e, 2);
  if (!(flags & 1) && !(flags & 16)) n = __cupel_pad(d, room, n, ' ', pad);
  if (sign) n = __cupel_put(d, room, n, sign);
  if (!(flags & 1) && flags & 16) n = __cupel_pad(d, room, n, '0', pad);
  if (exponential)
    n = __cupel_put(d, room, n, '0' + __cupel_place(high));
  else {
    for (k = high; k >= 0; k--) n = __cupel_put(d, room, n, '0' + __cupel_place(k));
    high = 0;
  }
  if (point) n = __cupel_put(d, room, n, '.');
  for (k = 1; k <= precision; k++) n = __cupel_put(d, room, n, '0' + __cupel_place(high - k));
  if (exponential) n = __cupel_out_exponent(d, room, n, flags & 32 ? 'E' : 'e', e, 2);
  if (flags & 1) n = __cupel_pad(d, room, n, ' ', pad);
  return n;
}

int __cupel_hex_letter(int x, int flags) {
  return x < 10 ? '0' + x : (flags & 32 ? 'A' : 'a') + x - 10;
}

/* The same by %a: the highest of the sixteen digits of m is before the point, e is its exponent. */
__cupel_size __cupel_out_hex(char *d, __cupel_size room, __cupel_size n, unsigned long long m, int e, int sign, int flags, int width, int precision) {
  unsigned long long rest, half;
  int k, s, lead;
  long pad;
  if (precision >= 0 && precision < 15) {
    s = 60 - 4 * precision;
    half = 1ULL << (s - 1);
    rest = m & ((half << 1) - 1);
    m -= rest;
    if (rest > half || rest == half && m >> s & 1) {
      m += half << 1;
      if (!m) {
        m = 1ULL << 60;
        e += 4;
      }
    }
  }
  if (precision < 0)
    for (precision = 15; precision > 0 && !(m >> (60 - 4 * precision) & 15); precision--) {
    }
  lead = (int)(m >> 60);
  pad = (long)width - (sign != 0) - 3 - (precision > 0 || flags & 8) - precision - __cupel_exponent_size(e, 1);
  if (!(flags & 1) && !(flags & 16)) n = __cupel_pad(d, room, n, ' ', pad);
  if (sign) n = __cupel_put(d, room, n, sign);
  n = __cupel_put(d, room, n, '0');
  n = __cupel_put(d, room, n, flags & 32 ? 'X' : 'x');
  if (!(flags & 1) && flags & 16) n = __cupel_pad(d, room, n, '0', pad);
  n = __cupel_put(d, room, n, __cupel_hex_letter(lead, flags));
  if (precision > 0 || flags & 8) n = __cupel_put(d, room, n, '.');
  for (k = 1; k <= precision; k++) n = __cupel_put(d, room, n, k > 15 ? '0' : __cupel_hex_letter((int)(m >> (60 - 4 * k) & 15), flags));
  n = __cupel_out_exponent(d, room, n, flags & 32 ? 'P' : 'p', e, 1);
  if (flags & 1) n = __cupel_pad(d, room, n, ' ', pad);
  return n;
}

__cupel_size __cupel_out_double(char *d, __cupel_size room, __cupel_size n, double x, int verb, int flags, int width, int precision) {
  unsigned long long m;
  int e, sign = __builtin_signbit(x) ? '-' : flags & 2 ? '+' : flags & 4 ? ' ' : 0;
  if (x - x != 0) return __cupel_out_special(d, room, n, x != x, sign, flags, width);
  m = __cupel_bits_double(x);
  e = (int)(m >> 52 & 2047);
  m &= (1ULL << 52) - 1;
  if (e)
    m |= 1ULL << 52;
  else
    e = 1;
  if (verb == 'a') return __cupel_out_hex(d, room, n, m << 8, m ? e - 1023 : 0, sign, flags, width, precision);
  return __cupel_out_decimal(d, room, n, m, e - 1075, sign, verb, flags, width, precision);
}

__cupel_size __cupel_out_ldouble(char *d, __cupel_size room, __cupel_size n, long double x, int verb, int flags, int width, int precision) {
  unsigned long long m;
  int e, sign = __builtin_signbit(x) ? '-' : flags & 2 ? '+' : flags & 4 ? ' ' : 0;
  if (x - x != 0) return __cupel_out_special(d, room, n, x != x, sign, flags, width);
  m = __cupel_low_ldouble(x);
  e = __cupel_high_ldouble(x) & 32767;
  if (!e) e = 1;
  if (verb == 'a') return __cupel_out_hex(d, room, n, m, m ? e - 16383 - 3 : 0, sign, flags, width, precision);
  return __cupel_out_decimal(d, room, n, m, e - 16446, sign, verb, flags, width, precision);
}
