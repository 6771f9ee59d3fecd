/* Output into memory. The functions put characters at position n of the
   string d when it has room for them and a final zero, and return the position
   after them. */
__cupel_size __cupel_put(char *d, __cupel_size room, __cupel_size n, int c) {
  if (room > 1 && n < room - 1) d[n] = (char)c;
  return n + 1;
}

__cupel_size __cupel_pad(char *d, __cupel_size room, __cupel_size n, int c, long count) {
  for (; count > 0; count--) n = __cupel_put(d, room, n, c);
  return n;
}

void __cupel_finish(char *d, __cupel_size room, __cupel_size n) {
  if (room) d[n < room ? n : room - 1] = 0;
}

/* Flags: 1 -, 2 +, 4 space, 8 #, 16 0, 32 capital letters. A negative precision
   is none. */
__cupel_size __cupel_out_number(char *d, __cupel_size room, __cupel_size n, unsigned long long v, int negative, unsigned base, int flags, int width, int precision) {
  char digits[24];
  int k = 0, sign = negative ? '-' : flags & 2 ? '+' : flags & 4 ? ' ' : 0, prefix = flags & 8 && base == 16 && v;
  long zeros, pad;
  unsigned x;
  while (v) {
    x = (unsigned)(v % base);
    v /= base;
    digits[k++] = (char)(x < 10 ? '0' + x : (flags & 32 ? 'A' : 'a') + x - 10);
  }
  zeros = (precision < 0 ? 1 : precision) - k;
  if (zeros < 0) zeros = 0;
  if (flags & 8 && base == 8 && zeros == 0) zeros = 1;
  pad = (long)width - k - zeros - (sign != 0) - 2 * prefix;
  if (pad < 0) pad = 0;
  if (flags & 16 && !(flags & 1) && precision < 0) {
    zeros += pad;
    pad = 0;
  }
  if (!(flags & 1)) n = __cupel_pad(d, room, n, ' ', pad);
  if (sign) n = __cupel_put(d, room, n, sign);
  if (prefix) {
    n = __cupel_put(d, room, n, '0');
    n = __cupel_put(d, room, n, flags & 32 ? 'X' : 'x');
  }
  n = __cupel_pad(d, room, n, '0', zeros);
  while (k > 0) n = __cupel_put(d, room, n, digits[--k]);
  if (flags & 1) n = __cupel_pad(d, room, n, ' ', pad);
  return n;
}

__cupel_size __cupel_out_signed(char *d, __cupel_size room, __cupel_size n, long long v, int flags, int width, int precision) {
  return __cupel_out_number(d, room, n, v < 0 ? 0 - (unsigned long long)v : (unsigned long long)v, v < 0, 10, flags, width, precision);
}

__cupel_size __cupel_out_char(char *d, __cupel_size room, __cupel_size n, int c, int flags, int width) {
  if (!(flags & 1)) n = __cupel_pad(d, room, n, ' ', (long)width - 1);
  n = __cupel_put(d, room, n, c);
  if (flags & 1) n = __cupel_pad(d, room, n, ' ', (long)width - 1);
  return n;
}

__cupel_size __cupel_out_string(char *d, __cupel_size room, __cupel_size n, const char *s, int flags, int width, int precision) {
  __cupel_size i, len = 0;
  while ((precision < 0 || len < (__cupel_size)precision) && s[len]) len++;
  if (!(flags & 1) && width > 0 && (__cupel_size)width > len) n = __cupel_pad(d, room, n, ' ', (long)(width - len));
  for (i = 0; i < len; i++) n = __cupel_put(d, room, n, s[i]);
  if (flags & 1 && width > 0 && (__cupel_size)width > len) n = __cupel_pad(d, room, n, ' ', (long)(width - len));
  return n;
}

/* A floating-point number that is printed where the program cannot read it: some characters. */
__cupel_size __cupel_out_any(__cupel_size n, int width, int precision) {
  int k = __cupel_any_int();
  __cupel_assume(k >= (width > 1 ? width : 1) && k <= (width > precision ? width : precision) + 5000LL);
  return n + (__cupel_size)k;
}

/* Input: the character at position i of the string s, or -1 at its end. */
int __cupel_peek(const char *s, __cupel_size i) {
  return s[i] ? (unsigned char)s[i] : -1;
}

__cupel_size __cupel_next(const char *s, __cupel_size i) {
  return i + 1;
}

/* The next character of the standard input: -1 at its end, -2 when it is not
   read yet, -3 when all that is known is that it is no decimal digit. */
static int __cupel_ahead = -2;

int __cupel_stdin_peek(const char *s, __cupel_size i) {
  if (__cupel_ahead < -1) {
    int c = __cupel_input_int();
    __cupel_assume(c >= -1 && c <= 255 && (__cupel_ahead == -2 || c < '0' || c > '9'));
    __cupel_ahead = c;
  }
  return __cupel_ahead;
}

__cupel_size __cupel_stdin_next(const char *s, __cupel_size i) {
  if (__cupel_ahead >= 0) __cupel_ahead = -2;
  return i + 1;
}

/* What another stream holds is anything. */
static int __cupel_file_ahead = -2;

int __cupel_file_peek(const char *s, __cupel_size i) {
  if (__cupel_file_ahead == -2) {
    int c = __cupel_any_int();
    __cupel_assume(c >= -1 && c <= 255);
    __cupel_file_ahead = c;
  }
  return __cupel_file_ahead;
}

__cupel_size __cupel_file_next(const char *s, __cupel_size i) {
  __cupel_file_ahead = -2;
  return i + 1;
}

__cupel_size __cupel_scan_space(const char *s, __cupel_size i) {
  while (__cupel_is_space(__cupel_peek(s, i))) i = __cupel_next(s, i);
  return i;
}

/* The number that was scanned, and how: 1 one, 0 no match, -1 end of input. */
static unsigned long long __cupel_scanned;

static int __cupel_state;

__cupel_size __cupel_scan_digits(const char *s, __cupel_size i, int base, int width, unsigned long long max, int is_signed) {
  unsigned long long v = 0, limit = max;
  int negative = 0, c, digits = 0, over = 0, x;
  i = __cupel_scan_space(s, i);
  c = __cupel_peek(s, i);
  if (c == -1) {
    __cupel_state = -1;
    return i;
  }
  if (c == '-' || c == '+') {
    negative = c == '-';
    if (negative && is_signed) limit++;
    i = __cupel_next(s, i);
    if (--width == 0) {
      __cupel_state = 0;
      return i;
    }
    c = __cupel_peek(s, i);
  }
  if ((base == 0 || base == 16) && c == '0') {
    digits = 1;
    i = __cupel_next(s, i);
    width--;
    if (width != 0) {
      c = __cupel_peek(s, i);
      if (c == 'x' || c == 'X') {
        base = 16;
        i = __cupel_next(s, i);
        width--;
        /* A prefix without digits: C libraries differ. */
        if (width == 0 || __cupel_digit(__cupel_peek(s, i)) >= 16) __cupel_cut("the prefix 0x without digits: C libraries differ");
      } else if (base == 0)
        base = 8;
    }
  }
  if (base == 0) base = 10;
  while (width != 0) {
    x = __cupel_digit(__cupel_peek(s, i));
    if (x >= base) break;
    digits = 1;
    if (over || v > (limit - x) / base)
      over = 1;
    else
      v = v * base + x;
    i = __cupel_next(s, i);
    width--;
  }
  if (!digits) {
    __cupel_state = 0;
    return i;
  }
  if (over)
    __cupel_scanned = negative && is_signed ? 0 - limit : limit;
  else
    __cupel_scanned = negative ? 0 - v : v;
  __cupel_state = 1;
  return i;
}

__cupel_size __cupel_scan_number(const char *s, __cupel_size i, int base, int width, unsigned long long max, int is_signed) {
  return __cupel_scan_digits(s, i, base, width, max, is_signed);
}

/* A decimal number from the standard input, of which nothing is known yet: any
   number, none, or the end. What follows is no digit; after a match that failed
   this is so of an input with a sign only. */
__cupel_size __cupel_stdin_number(const char *s, __cupel_size i, int base, int width, unsigned long long max, int is_signed) {
  long long v;
  int k;
  if (width >= 0 || base != 10 || __cupel_ahead >= -1) return __cupel_scan_digits(s, i, base, width, max, is_signed);
  k = __cupel_input_int();
  __cupel_assume(k >= -1 && k <= 1);
  __cupel_state = k;
  __cupel_ahead = k < 0 ? -1 : -3;
  if (k == 1) {
    v = __cupel_input_llong();
    __cupel_assume(is_signed ? v <= (long long)max && v >= -(long long)max - 1 : (unsigned long long)v <= max);
    __cupel_scanned = (unsigned long long)v;
  }
  return i;
}

/* A floating-point number, for __cupel_double and its kin. */
__cupel_size __cupel_scan_real(const char *s, __cupel_size i, int width) {
  int c, k, e = 0, minus = 0, digits = 0, behind = 0, hex = 0;
  i = __cupel_scan_space(s, i);
  c = __cupel_peek(s, i);
  __cupel_state = c == -1 ? -1 : 0;
  __cupel_kind = 0;
  __cupel_minus = c == '-';
  if (c == '-' || c == '+') {
    i = __cupel_next(s, i);
    if (--width == 0) return i;
    c = __cupel_peek(s, i);
  }
  if (__cupel_fold(c) == 'n' || __cupel_fold(c) == 'i') {
    const char *word = __cupel_fold(c) == 'n' ? "nan" : "infinity";
    for (k = 0; word[k]; k++) {
      c = width != 0 ? __cupel_fold(__cupel_peek(s, i)) : -1;
      if (c != word[k]) {
        if (k == 3 && c != 'i') break;
        return i;
      }
      i = __cupel_next(s, i);
      width--;
    }
    __cupel_kind = word[0] == 'n' ? 4 : 3;
    __cupel_state = 1;
    return i;
  }
  __cupel_list_clear();
  if (c == '0') {
    digits = 1;
    i = __cupel_next(s, i);
    width--;
    if (width != 0 && __cupel_fold(__cupel_peek(s, i)) == 'x') {
      hex = 1;
      digits = 0;
      __cupel_hex_clear();
      i = __cupel_next(s, i);
      width--;
    }
  }
  for (; width != 0; width--) {
    c = __cupel_peek(s, i);
    if (c == '.' && !behind)
      behind = 1;
    else {
      k = __cupel_digit(c);
      if (k >= (hex ? 16 : 10)) break;
      digits = 1;
      if (hex)
        __cupel_hex_add(k, behind);
      else
        __cupel_list_add(k, behind);
    }
    i = __cupel_next(s, i);
  }
  if (!digits) {
    /* A prefix without digits: C libraries differ. */
    if (hex) __cupel_cut("the prefix 0x without digits: C libraries differ");
    return i;
  }
  if (width != 0 && __cupel_fold(__cupel_peek(s, i)) == (hex ? 'p' : 'e')) {
    i = __cupel_next(s, i);
    width--;
    c = width != 0 ? __cupel_peek(s, i) : -1;
    if (c == '-' || c == '+') {
      minus = c == '-';
      i = __cupel_next(s, i);
      width--;
      c = width != 0 ? __cupel_peek(s, i) : -1;
    }
    /* An exponent without digits: the same. */
    if (c < '0' || c > '9') __cupel_cut("an exponent without digits: C libraries differ");
    for (; width != 0; width--) {
      c = __cupel_peek(s, i);
      if (c < '0' || c > '9') break;
      e = __cupel_exponent(e, c);
      i = __cupel_next(s, i);
    }
  }
  if (hex)
    __cupel_hex_exponent += minus ? -e : e;
  else
    __cupel_top += minus ? -e : e;
  __cupel_kind = hex ? 2 : 1;
  __cupel_state = 1;
  return i;
}

__cupel_size __cupel_scan_float(const char *s, __cupel_size i, int width) {
  return __cupel_scan_real(s, i, width);
}

/* One from the standard input, of which nothing is known yet. What follows a finite number is no digit. */
__cupel_size __cupel_stdin_float(const char *s, __cupel_size i, int width) {
  int k;
  if (width >= 0 || __cupel_ahead >= -1) return __cupel_scan_real(s, i, width);
  k = __cupel_input_int();
  __cupel_assume(k >= -1 && k <= 2);
  __cupel_state = k < 1 ? k : 1;
  __cupel_kind = k < 1 ? 0 : 4 + k;
  __cupel_ahead = k < 0 ? -1 : k == 1 ? -3 : -2;
  return i;
}

__cupel_size __cupel_scan_string(const char *s, __cupel_size i, char *d, int width) {
  __cupel_size n = 0;
  int c;
  i = __cupel_scan_space(s, i);
  if (__cupel_peek(s, i) == -1) {
    __cupel_state = -1;
    return i;
  }
  for (; width != 0; width--) {
    c = __cupel_peek(s, i);
    if (c == -1 || __cupel_is_space(c)) break;
    if (d) d[n++] = (char)c;
    i = __cupel_next(s, i);
  }
  if (d) d[n] = 0;
  __cupel_state = 1;
  return i;
}

__cupel_size __cupel_scan_chars(const char *s, __cupel_size i, char *d, int width) {
  __cupel_size n = 0;
  int c;
  if (__cupel_peek(s, i) == -1) {
    __cupel_state = -1;
    return i;
  }
  for (; width > 0; width--) {
    c = __cupel_peek(s, i);
    if (c == -1) break;
    if (d) d[n++] = (char)c;
    i = __cupel_next(s, i);
  }
  __cupel_state = 1;
  return i;
}

/* Characters of a set, which is a string of pairs from-to, or not of it. */
__cupel_size __cupel_scan_set(const char *s, __cupel_size i, char *d, int width, const char *set, int pairs, int inverted) {
  __cupel_size n = 0;
  int c, k, in;
  if (__cupel_peek(s, i) == -1) {
    __cupel_state = -1;
    return i;
  }
  for (; width != 0; width--) {
    c = __cupel_peek(s, i);
    if (c == -1) break;
    in = 0;
    for (k = 0; k < pairs; k++)
      if (c >= (unsigned char)set[2 * k] && c <= (unsigned char)set[2 * k + 1]) in = 1;
    if (in == inverted) break;
    if (d) d[n] = (char)c;
    n++;
    i = __cupel_next(s, i);
  }
  __cupel_state = n > 0;
  if (d && n > 0) d[n] = 0;
  return i;
}

int __cupel_getchar(void) {
  int c = __cupel_stdin_peek(0, 0);
  __cupel_stdin_next(0, 0);
  return c;
}

int __cupel_fgetc(void *f) {
  int c = __cupel_file_peek(0, 0);
  __cupel_file_next(0, 0);
  return c;
}

char *__cupel_gets(char *s) {
  __cupel_size n = 0;
  int c = __cupel_getchar();
  if (c == -1) return 0;
  for (; c != -1 && c != '\n'; c = __cupel_getchar()) s[n++] = (char)c;
  s[n] = 0;
  return s;
}

char *__cupel_fgets(char *s, int size, void *f) {
  int n = 0, c = 0;
  if (size <= 0) return 0;
  while (n < size - 1 && c != '\n') {
    c = __cupel_file_peek(0, 0);
    __cupel_file_next(0, 0);
    if (c == -1) break;
    s[n++] = (char)c;
  }
  if (n == 0 && c == -1) return 0;
  s[n] = 0;
  return s;
}

__cupel_size __cupel_fread(void *p, __cupel_size size, __cupel_size count, void *f) {
  unsigned char *d = p;
  __cupel_size n = 0;
  int c;
  if (!size || !count) return 0;
  while (n < size * count) {
    c = __cupel_file_peek(0, 0);
    __cupel_file_next(0, 0);
    if (c == -1) break;
    d[n++] = (unsigned char)c;
  }
  return n / size;
}

__PTRDIFF_TYPE__ __cupel_read(int fd, void *p, __cupel_size n) {
  unsigned char *d = p;
  __cupel_size i;
  long r;
  if (fd == 0) {
    r = __cupel_input_long();
    __cupel_assume(r >= -1 && (r < 0 || (__cupel_size)r <= n));
    for (i = 0; r > 0 && i < (__cupel_size)r; i++) d[i] = (unsigned char)__cupel_input_int();
  } else {
    r = __cupel_any_long();
    __cupel_assume(r >= -1 && (r < 0 || (__cupel_size)r <= n));
    for (i = 0; r > 0 && i < (__cupel_size)r; i++) d[i] = __cupel_any_char();
  }
  if (r < 0) __cupel_errno = __cupel_any_int();
  return r;
}
