/* A number that is not negative in decimal, exactly: words of nine digits, those before 560 for its whole part, highest first.
   Those from first to last - 1 are in use; the last is 560 at least, and the first is not zero, except in a zero. */
static unsigned __cupel_words[2560];

static int __cupel_first;

static int __cupel_last;

/* Multiplies by 2 to the power s, at most 29. */
void __cupel_words_up(int s) {
  unsigned long long v, carry = 0;
  int i;
  for (i = __cupel_last - 1; i >= __cupel_first; i--) {
    v = ((unsigned long long)__cupel_words[i] << s) + carry;
    carry = v / 1000000000;
    __cupel_words[i] = (unsigned)(v - carry * 1000000000);
  }
  if (carry) __cupel_words[--__cupel_first] = (unsigned)carry;
  while (__cupel_last > 560 && !__cupel_words[__cupel_last - 1]) __cupel_last--;
}

/* Divides by 2 to the power s, at most 9. */
void __cupel_words_down(int s) {
  unsigned v, rest = 0;
  int i;
  for (i = __cupel_first; i < __cupel_last; i++) {
    v = __cupel_words[i];
    __cupel_words[i] = (v >> s) + rest;
    rest = (1000000000u >> s) * (v & ((1u << s) - 1));
  }
  if (rest) __cupel_words[__cupel_last++] = rest;
  if (__cupel_first < __cupel_last && !__cupel_words[__cupel_first]) __cupel_first++;
}

/* The number m times 2 to the power e. */
void __cupel_words_set(unsigned long long m, int e) {
  unsigned long long high = m / 1000000000;
  __cupel_first = 560;
  __cupel_last = 560;
  if (!m) return;
  __cupel_words[557] = (unsigned)(high / 1000000000);
  __cupel_words[558] = (unsigned)(high % 1000000000);
  __cupel_words[559] = (unsigned)(m % 1000000000);
  __cupel_first = __cupel_words[557] ? 557 : __cupel_words[558] ? 558 : 559;
  for (; e >= 29; e -= 29) __cupel_words_up(29);
  if (e > 0) __cupel_words_up(e);
  for (; e <= -9; e += 9) __cupel_words_down(9);
  if (e < 0) __cupel_words_down(-e);
}

/* The digit before 10 to the power k. */
int __cupel_place(int k) {
  unsigned v;
  int i, r;
  if (k < -18000) return 0;
  i = 2559 - (k + 18000) / 9;
  r = (k + 18000) % 9;
  if (i < __cupel_first || i >= __cupel_last) return 0;
  for (v = __cupel_words[i]; r > 0; r--) v /= 10;
  return (int)(v % 10);
}

/* The place of the highest digit, 0 for zero. */
int __cupel_highest(void) {
  unsigned v;
  int k = (559 - __cupel_first) * 9;
  if (__cupel_first == __cupel_last) return 0;
  for (v = __cupel_words[__cupel_first]; v >= 10; v /= 10) k++;
  return k;
}

/* Rounds to a multiple of 10 to the power k, ties to even. */
void __cupel_round(int k) {
  unsigned unit = 1, below;
  int i, j, r, digit, up = 0;
  if (k < -18000) return;
  i = 2559 - (k + 18000) / 9;
  r = (k + 18000) % 9;
  if (i >= __cupel_last || __cupel_first == __cupel_last) return;
  for (; r > 0; r--) unit *= 10;
  while (__cupel_first > i) __cupel_words[--__cupel_first] = 0;
  digit = __cupel_place(k - 1);
  if (digit > 5)
    up = 1;
  else if (digit == 5) {
    up = __cupel_place(k) & 1;
    if (unit > 1) {
      if (__cupel_words[i] % (unit / 10)) up = 1;
      j = i + 1;
    } else {
      if (__cupel_words[i + 1] % 100000000) up = 1;
      j = i + 2;
    }
    for (; !up && j < __cupel_last; j++)
      if (__cupel_words[j]) up = 1;
  }
  below = __cupel_words[i] % unit;
  __cupel_words[i] -= below;
  for (j = i + 1; j < 560; j++) __cupel_words[j] = 0;
  __cupel_last = i < 559 ? 560 : i + 1;
  if (up) {
    __cupel_words[i] += unit;
    while (__cupel_words[i] >= 1000000000) {
      __cupel_words[i] -= 1000000000;
      i--;
      if (i < __cupel_first) {
        __cupel_words[i] = 0;
        __cupel_first = i;
      }
      __cupel_words[i]++;
    }
  }
  while (__cupel_first < __cupel_last && !__cupel_words[__cupel_first]) __cupel_first++;
}

/* The digits of a decimal number that is read, without zeros before them, and the place before the first. Further digits are lost. */
static unsigned char __cupel_list[784];

static int __cupel_listed;

static int __cupel_top;

static int __cupel_lost;

void __cupel_list_clear(void) {
  __cupel_listed = 0;
  __cupel_top = 0;
  __cupel_lost = 0;
}

void __cupel_list_add(int digit, int behind) {
  if (!digit && !__cupel_listed) {
    if (behind) __cupel_top--;
    return;
  }
  if (__cupel_listed < 780)
    __cupel_list[__cupel_listed++] = (unsigned char)digit;
  else if (digit)
    __cupel_lost = 1;
  if (!behind) __cupel_top++;
}

/* The number of the list. */
void __cupel_words_list(void) {
  unsigned v = 0;
  int i, k, r;
  /* Where it is more than its digits say, it is next to no number that 780 digits describe. */
  if (__cupel_lost) __cupel_list[__cupel_listed++] = 1;
  k = __cupel_top - 1 + 18000;
  __cupel_first = 2559 - k / 9;
  __cupel_last = 2560 - (k - __cupel_listed + 1) / 9;
  if (__cupel_last < 560) __cupel_last = 560;
  for (i = __cupel_first; i < __cupel_last; i++) __cupel_words[i] = 0;
  for (i = 0; i < __cupel_listed; i++, k--) {
    v = v * 10 + __cupel_list[i];
    if (k % 9 == 0) {
      __cupel_words[2559 - k / 9] = v;
      v = 0;
    }
  }
  k++;
  if (k % 9) {
    for (r = k % 9; r > 0; r--) v *= 10;
    __cupel_words[2559 - k / 9] = v;
  }
}

/* What was read is m times 2 to the power low, and some more if inexact; tiny where rounding to a normal number's precision gives none. */
static int __cupel_low;

static int __cupel_inexact;

static int __cupel_tiny;

/* The number in words, which is not zero, rounded to p bits, the lowest not below 2 to the power least. */
unsigned long long __cupel_words_binary(int p, int least) {
  unsigned long long m = 0;
  unsigned v, f;
  int e = 0, i, s;
  while (__cupel_first < 559) {
    __cupel_words_down(9);
    e += 9;
  }
  while (__cupel_first > 559) {
    __cupel_words_up(29);
    e -= 29;
  }
  s = e - p;
  for (v = __cupel_words[559]; v; v >>= 1) s++;
  if (s < least) s = least;
  __cupel_low = s;
  for (s = e - s; s >= 29; s -= 29) __cupel_words_up(29);
  if (s > 0) __cupel_words_up(s);
  for (; s <= -9 && __cupel_first < 562; s += 9) __cupel_words_down(9);
  if (s < 0 && s > -9) __cupel_words_down(-s);
  for (i = __cupel_first; i < 560; i++) m = m * 1000000000 + __cupel_words[i];
  f = __cupel_first <= 560 && __cupel_last > 560 ? __cupel_words[560] : 0;
  __cupel_inexact = f != 0;
  for (i = __cupel_first > 561 ? __cupel_first : 561; i < __cupel_last; i++)
    if (__cupel_words[i]) __cupel_inexact |= 2;
  __cupel_tiny = m < 1ULL << (p - 1) && !(m + 1 == 1ULL << (p - 1) && f >= 750000000);
  if (f > 500000000 || f == 500000000 && (__cupel_inexact & 2 || m & 1)) {
    m++;
    if (p == 64 ? m == 0 : m == 1ULL << p) {
      m = 1ULL << (p - 1);
      __cupel_low++;
    }
  }
  return m;
}

/* A hexadecimal number that is read: 64 bits, the 64 below them, whether there are more, and the exponent of the first's lowest. */
static unsigned long long __cupel_hex_high;

static unsigned long long __cupel_hex_low;

static int __cupel_hex_more;

static int __cupel_hex_exponent;

static int __cupel_hex_digits;

void __cupel_hex_clear(void) {
  __cupel_hex_high = 0;
  __cupel_hex_low = 0;
  __cupel_hex_more = 0;
  __cupel_hex_exponent = 0;
  __cupel_hex_digits = 0;
}

void __cupel_hex_add(int digit, int behind) {
  if (!digit && !__cupel_hex_digits) {
    if (behind) __cupel_hex_exponent -= 4;
    return;
  }
  if (__cupel_hex_digits < 16) {
    __cupel_hex_high = __cupel_hex_high << 4 | digit;
    if (behind) __cupel_hex_exponent -= 4;
  } else {
    if (__cupel_hex_digits < 32)
      __cupel_hex_low |= (unsigned long long)digit << 60 >> 4 * (__cupel_hex_digits - 16);
    else if (digit)
      __cupel_hex_more = 1;
    if (!behind) __cupel_hex_exponent += 4;
  }
  if (__cupel_hex_digits < 32) __cupel_hex_digits++;
}

/* As __cupel_words_binary. */
unsigned long long __cupel_hex_binary(int p, int least) {
  unsigned long long m = __cupel_hex_high, rest = __cupel_hex_low, half = 1ULL << 63;
  int e = __cupel_hex_exponent, s, more = __cupel_hex_more;
  while (!(m >> 63)) {
    m = m << 1 | rest >> 63;
    rest <<= 1;
    e--;
  }
  s = 64 - p;
  if (e + s < least) s = least - e;
  __cupel_low = e + s;
  if (s > 65) {
    more = 1;
    rest = 0;
    m = 0;
  } else
    for (; s > 0; s--) {
      if (rest & 1) more = 1;
      rest = rest >> 1 | m << 63;
      m >>= 1;
    }
  __cupel_inexact = rest || more;
  __cupel_tiny = m < 1ULL << (p - 1) && !(m + 1 == 1ULL << (p - 1) && rest >= 3ULL << 62);
  if (rest > half || rest == half && (more || m & 1)) {
    m++;
    if (p == 64 ? m == 0 : m == 1ULL << p) {
      m = 1ULL << (p - 1);
      __cupel_low++;
    }
  }
  return m;
}
