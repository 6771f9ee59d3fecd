/* The sign and the kind of the number that was read last: 0 none, 1 decimal, 2 hexadecimal, 3 infinity, 4 NaN,
   from the standard input 5 any finite number, 6 another. */
static int __cupel_minus;

static int __cupel_kind;

int __cupel_word(const char *s, const char *lower) {
  __cupel_size i = 0;
  while (lower[i] && __cupel_fold((unsigned char)s[i]) == lower[i]) i++;
  return !lower[i];
}

int __cupel_is_word(int c) {
  return __cupel_digit(c) < 36 || c == '_';
}

/* Adds a decimal exponent's digit to e, which stays below a million. */
int __cupel_exponent(int e, int c) {
  return e < 100000 ? e * 10 + (c - '0') : e;
}

/* Reads a number as strtod does and returns how many characters it takes, 0 for none. */
__cupel_size __cupel_decimal(const char *s) {
  __cupel_size i = 0, end;
  int e = 0, minus = 0, digits = 0, behind = 0, hex, x;
  __cupel_minus = 0;
  __cupel_kind = 0;
  while (__cupel_is_space(s[i])) i++;
  if (s[i] == '-') __cupel_minus = 1;
  if (s[i] == '-' || s[i] == '+') i++;
  if (__cupel_word(s + i, "inf")) {
    __cupel_kind = 3;
    return __cupel_word(s + i, "infinity") ? i + 8 : i + 3;
  }
  if (__cupel_word(s + i, "nan")) {
    __cupel_kind = 4;
    i += 3;
    if (s[i] == '(') {
      for (end = i + 1; __cupel_is_word((unsigned char)s[end]); end++) {
      }
      if (s[end] == ')') i = end + 1;
    }
    return i;
  }
  hex = s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') && (__cupel_digit((unsigned char)s[i + 2]) < 16 || s[i + 2] == '.' && __cupel_digit((unsigned char)s[i + 3]) < 16);
  if (hex) {
    __cupel_hex_clear();
    i += 2;
  } else
    __cupel_list_clear();
  for (;; i++) {
    if (s[i] == '.' && !behind && (digits || __cupel_digit((unsigned char)s[i + 1]) < (hex ? 16 : 10))) {
      behind = 1;
      continue;
    }
    x = __cupel_digit((unsigned char)s[i]);
    if (x >= (hex ? 16 : 10)) break;
    digits = 1;
    if (hex)
      __cupel_hex_add(x, behind);
    else
      __cupel_list_add(x, behind);
  }
  if (!digits) return 0;
  __cupel_kind = hex ? 2 : 1;
  if (hex ? s[i] == 'p' || s[i] == 'P' : s[i] == 'e' || s[i] == 'E') {
    end = i + 1;
    if (s[end] == '-') minus = 1;
    if (s[end] == '-' || s[end] == '+') end++;
    if (s[end] >= '0' && s[end] <= '9') {
      for (; s[end] >= '0' && s[end] <= '9'; end++) e = __cupel_exponent(e, s[end]);
      i = end;
    }
  }
  if (hex)
    __cupel_hex_exponent += minus ? -e : e;
  else
    __cupel_top += minus ? -e : e;
  return i;
}

/* The number that was read in a format of p bits, the lowest not below 2 to the power least, and errno; 0 where it is zero.
   What is far outside of the range, which ends at 10 to the power ten, is not computed. */
unsigned long long __cupel_binary(int p, int least, int ten) {
  unsigned long long m;
  __cupel_low = least;
  if (__cupel_kind == 2) {
    if (!__cupel_hex_high) return 0;
    m = __cupel_hex_binary(p, least);
  } else {
    if (!__cupel_listed) return 0;
    if (__cupel_top > ten || __cupel_top < -ten - 30) {
      __cupel_errno = 34;
      if (__cupel_top < 0) return 0;
      __cupel_low = 100000;
      return 1ULL << (p - 1);
    }
    /* Numbers halfway between two of the long format may have more digits. */
    if (__cupel_lost && p == 64) __cupel_cut("more than 780 digits");
    __cupel_words_list();
    m = __cupel_words_binary(p, least);
  }
  if (__cupel_inexact && __cupel_tiny || __cupel_low > 3 - least - 2 * p) __cupel_errno = 34;
  return m;
}

double __cupel_double(void) {
  unsigned long long m;
  int e;
  double r;
  if (__cupel_kind == 0) return 0;
  if (__cupel_kind >= 5) {
    r = __cupel_input_double();
    __cupel_assume((__cupel_kind == 5) == (r - r == 0));
    return r;
  }
  if (__cupel_kind == 3)
    r = __builtin_inf();
  else if (__cupel_kind == 4)
    r = __builtin_nan("");
  else {
    m = __cupel_binary(53, -1074, 310);
    e = __cupel_low + 1075;
    if (m < 1ULL << 52)
      r = __cupel_value_double(m);
    else if (e > 2046)
      r = __builtin_inf();
    else
      r = __cupel_value_double((unsigned long long)e << 52 | m & (1ULL << 52) - 1);
  }
  return __cupel_minus ? -r : r;
}

float __cupel_float(void) {
  unsigned m;
  int e;
  float r;
  if (__cupel_kind == 0) return 0;
  if (__cupel_kind >= 5) {
    r = __cupel_input_float();
    __cupel_assume((__cupel_kind == 5) == (r - r == 0));
    return r;
  }
  if (__cupel_kind == 3)
    r = __builtin_inff();
  else if (__cupel_kind == 4)
    r = __builtin_nanf("");
  else {
    m = (unsigned)__cupel_binary(24, -149, 60);
    e = __cupel_low + 150;
    if (m < 1u << 23)
      r = __cupel_value_float(m);
    else if (e > 254)
      r = __builtin_inff();
    else
      r = __cupel_value_float((unsigned)e << 23 | m & (1u << 23) - 1);
  }
  return __cupel_minus ? -r : r;
}

long double __cupel_ldouble(void) {
  unsigned long long m;
  int e;
  long double r;
  if (__cupel_kind == 0) return 0;
  if (__cupel_kind >= 5) {
    r = __cupel_input_ldouble();
    __cupel_assume((__cupel_kind == 5) == (r - r == 0));
    return r;
  }
  if (__cupel_kind == 3)
    r = __builtin_infl();
  else if (__cupel_kind == 4)
    r = __builtin_nanl("");
  else {
    m = __cupel_binary(64, -16445, 4960);
    e = __cupel_low + 16446;
    if (m < 1ULL << 63)
      r = __cupel_value_ldouble(0, m);
    else if (e > 32766)
      r = __builtin_infl();
    else
      r = __cupel_value_ldouble(e, m);
  }
  return __cupel_minus ? -r : r;
}

double __cupel_strtod(const char *s, char **end) {
  __cupel_size n = __cupel_decimal(s);
  if (end) *end = (char *)s + n;
  return __cupel_double();
}

double __cupel_atof(const char *s) {
  return __cupel_strtod(s, 0);
}

float __cupel_strtof(const char *s, char **end) {
  __cupel_size n = __cupel_decimal(s);
  if (end) *end = (char *)s + n;
  return __cupel_float();
}

long double __cupel_strtold(const char *s, char **end) {
  __cupel_size n = __cupel_decimal(s);
  if (end) *end = (char *)s + n;
  return __cupel_ldouble();
}
