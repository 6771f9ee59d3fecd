/* The decimal number that __cupel_decimal read last: mantissa, power of ten. */
static unsigned long long __cupel_mantissa;

static int __cupel_ten;

static int __cupel_minus;

int __cupel_word(const char *s, const char *lower) {
  __cupel_size i = 0;
  while (lower[i] && __cupel_fold((unsigned char)s[i]) == lower[i]) i++;
  return !lower[i];
}

/* Reads a decimal number with at most 19 digits and returns how many characters
   it takes, 0 for none. */
__cupel_size __cupel_decimal(const char *s) {
  __cupel_size i = 0, end;
  int digits = 0, ten = 0, e = 0, minus = 0;
  unsigned long long m = 0;
  __cupel_minus = 0;
  while (__cupel_is_space(s[i])) i++;
  if (s[i] == '-') __cupel_minus = 1;
  if (s[i] == '-' || s[i] == '+') i++;
  /* Hexadecimal numbers, infinities and NaN. */
  if (s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X')) __cupel_cut();
  if (__cupel_word(s + i, "inf") || __cupel_word(s + i, "nan")) __cupel_cut();
  for (; s[i] >= '0' && s[i] <= '9'; i++) {
    if (m > 999999999999999999ULL) __cupel_cut();
    m = m * 10 + (s[i] - '0');
    digits = 1;
  }
  if (s[i] == '.' && (digits || s[i + 1] >= '0' && s[i + 1] <= '9'))
    for (i++; s[i] >= '0' && s[i] <= '9'; i++) {
      if (m > 999999999999999999ULL) __cupel_cut();
      m = m * 10 + (s[i] - '0');
      ten--;
      digits = 1;
    }
  if (!digits) return 0;
  if (s[i] == 'e' || s[i] == 'E') {
    end = i + 1;
    if (s[end] == '-') minus = 1;
    if (s[end] == '-' || s[end] == '+') end++;
    if (s[end] >= '0' && s[end] <= '9') {
      for (; s[end] >= '0' && s[end] <= '9'; end++) {
        if (e < 100000) e = e * 10 + (s[end] - '0');
      }
      ten += minus ? -e : e;
      i = end;
    }
  }
  __cupel_mantissa = m;
  __cupel_ten = m ? ten : 0;
  return i;
}

/* Mantissa and power are exact in the format: one operation rounds. Other
   numbers are not computed. */
double __cupel_strtod(const char *s, char **end) {
  __cupel_size n = __cupel_decimal(s);
  double r, p = 1;
  int k;
  if (end) *end = (char *)s + n;
  if (!n) return 0;
  while (__cupel_ten < -22 && __cupel_mantissa % 10 == 0) {
    __cupel_mantissa /= 10;
    __cupel_ten++;
  }
  if (__cupel_mantissa > 1ULL << 53 || __cupel_ten > 22 || __cupel_ten < -22) __cupel_cut();
  r = (double)__cupel_mantissa;
  for (k = __cupel_ten < 0 ? -__cupel_ten : __cupel_ten; k > 0; k--) p *= 10;
  r = __cupel_ten < 0 ? r / p : r * p;
  return __cupel_minus ? -r : r;
}

double __cupel_atof(const char *s) {
  return __cupel_strtod(s, 0);
}

float __cupel_strtof(const char *s, char **end) {
  __cupel_size n = __cupel_decimal(s);
  float r, p = 1;
  int k;
  if (end) *end = (char *)s + n;
  if (!n) return 0;
  if (__cupel_mantissa > 1ULL << 24 || __cupel_ten > 10 || __cupel_ten < -10) __cupel_cut();
  r = (float)__cupel_mantissa;
  for (k = __cupel_ten < 0 ? -__cupel_ten : __cupel_ten; k > 0; k--) p *= 10;
  r = __cupel_ten < 0 ? r / p : r * p;
  return __cupel_minus ? -r : r;
}

long double __cupel_strtold(const char *s, char **end) {
  __cupel_size n = __cupel_decimal(s);
  long double r, p = 1;
  int k;
  if (end) *end = (char *)s + n;
  if (!n) return 0;
  if (__cupel_ten > 27 || __cupel_ten < -27) __cupel_cut();
  r = (long double)__cupel_mantissa;
  for (k = __cupel_ten < 0 ? -__cupel_ten : __cupel_ten; k > 0; k--) p *= 10;
  r = __cupel_ten < 0 ? r / p : r * p;
  return __cupel_minus ? -r : r;
}
