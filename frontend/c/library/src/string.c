__cupel_size __cupel_strlen(const char *s) {
  __cupel_size n = 0;
  while (s[n]) n++;
  return n;
}

__cupel_size __cupel_strnlen(const char *s, __cupel_size max) {
  __cupel_size n = 0;
  while (n < max && s[n]) n++;
  return n;
}

int __cupel_strcmp(const char *a, const char *b) {
  __cupel_size i = 0;
  while (a[i] && a[i] == b[i]) i++;
  return (unsigned char)a[i] - (unsigned char)b[i];
}

int __cupel_strcoll(const char *a, const char *b) {
  return __cupel_strcmp(a, b);
}

int __cupel_strncmp(const char *a, const char *b, __cupel_size n) {
  __cupel_size i = 0;
  for (; i < n; i++) {
    if (a[i] != b[i]) return (unsigned char)a[i] - (unsigned char)b[i];
    if (!a[i]) return 0;
  }
  return 0;
}

int __cupel_strcasecmp(const char *a, const char *b) {
  __cupel_size i = 0;
  for (;; i++) {
    int x = __cupel_fold((unsigned char)a[i]), y = __cupel_fold((unsigned char)b[i]);
    if (x != y || !x) return x - y;
  }
}

int __cupel_strncasecmp(const char *a, const char *b, __cupel_size n) {
  __cupel_size i = 0;
  for (; i < n; i++) {
    int x = __cupel_fold((unsigned char)a[i]), y = __cupel_fold((unsigned char)b[i]);
    if (x != y || !x) return x - y;
  }
  return 0;
}

int __cupel_memcmp(const void *a, const void *b, __cupel_size n) {
  const unsigned char *p = a, *q = b;
  __cupel_size i = 0;
  for (; i < n; i++)
    if (p[i] != q[i]) return p[i] - q[i];
  return 0;
}

void *__cupel_memcpy(void *d, const void *s, __cupel_size n) {
  unsigned char *p = d;
  const unsigned char *q = s;
  __cupel_size i = 0;
  for (; i < n; i++) p[i] = q[i];
  return d;
}

void *__cupel_memmove(void *d, const void *s, __cupel_size n) {
  return __builtin_memmove(d, s, n);
}

void *__cupel_memset(void *d, int c, __cupel_size n) {
  unsigned char *p = d;
  __cupel_size i = 0;
  for (; i < n; i++) p[i] = c;
  return d;
}

char *__cupel_strcpy(char *d, const char *s) {
  __cupel_size i = 0;
  for (; s[i]; i++) d[i] = s[i];
  d[i] = 0;
  return d;
}

char *__cupel_strncpy(char *d, const char *s, __cupel_size n) {
  __cupel_size i = 0;
  for (; i < n && s[i]; i++) d[i] = s[i];
  for (; i < n; i++) d[i] = 0;
  return d;
}

char *__cupel_strcat(char *d, const char *s) {
  __cupel_size n = __cupel_strlen(d), i = 0;
  for (; s[i]; i++) d[n + i] = s[i];
  d[n + i] = 0;
  return d;
}

char *__cupel_strncat(char *d, const char *s, __cupel_size max) {
  __cupel_size n = __cupel_strlen(d), i = 0;
  for (; i < max && s[i]; i++) d[n + i] = s[i];
  d[n + i] = 0;
  return d;
}

char *__cupel_strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return (char *)s;
    if (!*s) return 0;
  }
}

char *__cupel_strrchr(const char *s, int c) {
  const char *r = 0;
  for (;; s++) {
    if (*s == (char)c) r = s;
    if (!*s) return (char *)r;
  }
}

char *__cupel_stpncpy(char *d, const char *s, __cupel_size n) {
  __cupel_size i = 0, k;
  for (; i < n && s[i]; i++) d[i] = s[i];
  for (k = i; k < n; k++) d[k] = 0;
  return d + i;
}

__cupel_size __cupel_strlcpy(char *d, const char *s, __cupel_size size) {
  __cupel_size i = 0;
  for (; s[i]; i++)
    if (i + 1 < size) d[i] = s[i];
  if (size) d[i < size ? i : size - 1] = 0;
  return i;
}

__cupel_size __cupel_strlcat(char *d, const char *s, __cupel_size size) {
  __cupel_size n = __cupel_strnlen(d, size), i = 0;
  for (; s[i]; i++)
    if (n + i + 1 < size) d[n + i] = s[i];
  if (n < size) d[n + i < size ? n + i : size - 1] = 0;
  return n + i;
}

__cupel_size __cupel_strxfrm(char *d, const char *s, __cupel_size n) {
  __cupel_size len = __cupel_strlen(s), i = 0;
  for (; i < n && i <= len; i++) d[i] = s[i];
  return len;
}

char *__cupel_index(const char *s, int c) {
  return __cupel_strchr(s, c);
}

char *__cupel_rindex(const char *s, int c) {
  return __cupel_strrchr(s, c);
}

char *__cupel_strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}

int __cupel_among(char c, const char *set) {
  for (; *set; set++)
    if (*set == c) return 1;
  return 0;
}

__cupel_size __cupel_strspn(const char *s, const char *set) {
  __cupel_size n = 0;
  while (s[n] && __cupel_among(s[n], set)) n++;
  return n;
}

__cupel_size __cupel_strcspn(const char *s, const char *set) {
  __cupel_size n = 0;
  while (s[n] && !__cupel_among(s[n], set)) n++;
  return n;
}

char *__cupel_strpbrk(const char *s, const char *set) {
  for (; *s; s++)
    if (__cupel_among(*s, set)) return (char *)s;
  return 0;
}

char *__cupel_strstr(const char *s, const char *t) {
  __cupel_size i;
  for (;; s++) {
    for (i = 0; t[i] && s[i] == t[i]; i++)
      ;
    if (!t[i]) return (char *)s;
    if (!*s) return 0;
  }
}

char *__cupel_strcasestr(const char *s, const char *t) {
  __cupel_size i;
  for (;; s++) {
    for (i = 0; t[i] && __cupel_fold((unsigned char)s[i]) == __cupel_fold((unsigned char)t[i]); i++)
      ;
    if (!t[i]) return (char *)s;
    if (!*s) return 0;
  }
}

char *__cupel_strsep(char **at, const char *set) {
  char *s = *at, *p = s;
  if (!s) return 0;
  while (*p && !__cupel_among(*p, set)) p++;
  if (*p) {
    *p = 0;
    *at = p + 1;
  } else
    *at = 0;
  return s;
}

char *__cupel_strtok_r(char *s, const char *set, char **rest) {
  char *p;
  if (!s) s = *rest;
  while (*s && __cupel_among(*s, set)) s++;
  if (!*s) {
    *rest = s;
    return 0;
  }
  p = s;
  while (*p && !__cupel_among(*p, set)) p++;
  if (*p) {
    *p = 0;
    p++;
  }
  *rest = p;
  return s;
}

static char *__cupel_tokens;

char *__cupel_strtok(char *s, const char *set) {
  char *p;
  if (!s) s = __cupel_tokens;
  if (!s) return 0;
  while (*s && __cupel_among(*s, set)) s++;
  if (!*s) {
    __cupel_tokens = s;
    return 0;
  }
  p = s;
  while (*p && !__cupel_among(*p, set)) p++;
  if (*p) {
    *p = 0;
    p++;
  }
  __cupel_tokens = p;
  return s;
}

void *__cupel_memchr(const void *s, int c, __cupel_size n) {
  const unsigned char *p = s;
  __cupel_size i = 0;
  for (; i < n; i++)
    if (p[i] == (unsigned char)c) return (void *)(p + i);
  return 0;
}

void *__cupel_memrchr(const void *s, int c, __cupel_size n) {
  const unsigned char *p = s;
  while (n) {
    n--;
    if (p[n] == (unsigned char)c) return (void *)(p + n);
  }
  return 0;
}

void *__cupel_rawmemchr(const void *s, int c) {
  const unsigned char *p = s;
  while (*p != (unsigned char)c) p++;
  return (void *)p;
}

void *__cupel_memccpy(void *d, const void *s, int c, __cupel_size n) {
  unsigned char *p = d;
  const unsigned char *q = s;
  __cupel_size i = 0;
  for (; i < n; i++) {
    p[i] = q[i];
    if (q[i] == (unsigned char)c) return p + i + 1;
  }
  return 0;
}

void *__cupel_memmem(const void *s, __cupel_size n, const void *t, __cupel_size m) {
  const unsigned char *p = s, *q = t;
  __cupel_size i = 0, k;
  for (; m <= n && i <= n - m; i++) {
    for (k = 0; k < m && p[i + k] == q[k]; k++)
      ;
    if (k == m) return (void *)(p + i);
  }
  return 0;
}

void __cupel_swab(const void *s, void *d, __PTRDIFF_TYPE__ n) {
  const unsigned char *q = s;
  unsigned char *p = d, x;
  __PTRDIFF_TYPE__ i = 0;
  for (; i + 1 < n; i += 2) {
    x = q[i];
    p[i] = q[i + 1];
    p[i + 1] = x;
  }
}

int __cupel_is_digit(int c) {
  return c >= '0' && c <= '9';
}

/* Numbers in the strings compare by value; those with leading zeros are fractional and come before those without. */
int __cupel_strverscmp(const char *a, const char *b) {
  __cupel_size i = 0, k, z, x, y;
  int da, db, diff;
  while (a[i] && a[i] == b[i]) i++;
  diff = (unsigned char)a[i] - (unsigned char)b[i];
  if (!diff) return 0;
  /* The digits a[k..i) in common, of which a[k..z) are leading zeros. */
  k = i;
  while (k && __cupel_is_digit(a[k - 1])) k--;
  z = k;
  while (z < i && a[z] == '0') z++;
  da = __cupel_is_digit(a[i]);
  db = __cupel_is_digit(b[i]);
  if (k < i && z == i) {
    /* Zeros only: the number with more digits is the smaller fraction. */
    return da == db ? diff : da ? -1 : 1;
  }
  if (z > k) return diff;
  if (k < i && da != db) return da ? 1 : -1;
  if (!da || !db || k == i && (a[i] == '0' || b[i] == '0')) return diff;
  /* Whole numbers: the longer is greater. */
  x = i;
  y = i;
  while (__cupel_is_digit(a[x])) x++;
  while (__cupel_is_digit(b[y])) y++;
  return x > y ? 1 : x < y ? -1 : diff;
}

char *__cupel_strdup(const char *s) {
  __cupel_size n = __cupel_strlen(s), i = 0;
  char *d = __builtin_malloc(n + 1);
  if (!d) return 0;
  for (; i <= n; i++) d[i] = s[i];
  return d;
}

char *__cupel_strndup(const char *s, __cupel_size max) {
  __cupel_size n = __cupel_strnlen(s, max), i = 0;
  char *d = __builtin_malloc(n + 1);
  if (!d) return 0;
  for (; i < n; i++) d[i] = s[i];
  d[n] = 0;
  return d;
}
