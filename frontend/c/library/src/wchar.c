__cupel_size __cupel_wcslen(const __cupel_wchar *s) {
  __cupel_size n = 0;
  while (s[n]) n++;
  return n;
}

__cupel_size __cupel_wcsnlen(const __cupel_wchar *s, __cupel_size max) {
  __cupel_size n = 0;
  while (n < max && s[n]) n++;
  return n;
}

__cupel_wchar *__cupel_wcscpy(__cupel_wchar *d, const __cupel_wchar *s) {
  __cupel_size i = 0;
  for (; s[i]; i++) d[i] = s[i];
  d[i] = 0;
  return d;
}

__cupel_wchar *__cupel_wcpcpy(__cupel_wchar *d, const __cupel_wchar *s) {
  __cupel_size i = 0;
  for (; s[i]; i++) d[i] = s[i];
  d[i] = 0;
  return d + i;
}

__cupel_wchar *__cupel_wcsncpy(__cupel_wchar *d, const __cupel_wchar *s, __cupel_size n) {
  __cupel_size i = 0;
  for (; i < n && s[i]; i++) d[i] = s[i];
  for (; i < n; i++) d[i] = 0;
  return d;
}

__cupel_wchar *__cupel_wcscat(__cupel_wchar *d, const __cupel_wchar *s) {
  __cupel_size n = __cupel_wcslen(d), i = 0;
  for (; s[i]; i++) d[n + i] = s[i];
  d[n + i] = 0;
  return d;
}

__cupel_wchar *__cupel_wcsncat(__cupel_wchar *d, const __cupel_wchar *s, __cupel_size max) {
  __cupel_size n = __cupel_wcslen(d), i = 0;
  for (; i < max && s[i]; i++) d[n + i] = s[i];
  d[n + i] = 0;
  return d;
}

int __cupel_wcscmp(const __cupel_wchar *a, const __cupel_wchar *b) {
  __cupel_size i = 0;
  while (a[i] && a[i] == b[i]) i++;
  return a[i] < b[i] ? -1 : a[i] > b[i];
}

int __cupel_wcscoll(const __cupel_wchar *a, const __cupel_wchar *b) {
  return __cupel_wcscmp(a, b);
}

int __cupel_wcsncmp(const __cupel_wchar *a, const __cupel_wchar *b, __cupel_size n) {
  __cupel_size i = 0;
  for (; i < n; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    if (!a[i]) return 0;
  }
  return 0;
}

__cupel_wchar *__cupel_wcschr(const __cupel_wchar *s, __cupel_wchar c) {
  for (;; s++) {
    if (*s == c) return (__cupel_wchar *)s;
    if (!*s) return 0;
  }
}

__cupel_wchar *__cupel_wcsrchr(const __cupel_wchar *s, __cupel_wchar c) {
  const __cupel_wchar *r = 0;
  for (;; s++) {
    if (*s == c) r = s;
    if (!*s) return (__cupel_wchar *)r;
  }
}

int __cupel_wide_among(__cupel_wchar c, const __cupel_wchar *set) {
  for (; *set; set++)
    if (*set == c) return 1;
  return 0;
}

__cupel_size __cupel_wcsspn(const __cupel_wchar *s, const __cupel_wchar *set) {
  __cupel_size n = 0;
  while (s[n] && __cupel_wide_among(s[n], set)) n++;
  return n;
}

__cupel_size __cupel_wcscspn(const __cupel_wchar *s, const __cupel_wchar *set) {
  __cupel_size n = 0;
  while (s[n] && !__cupel_wide_among(s[n], set)) n++;
  return n;
}

__cupel_wchar *__cupel_wcspbrk(const __cupel_wchar *s, const __cupel_wchar *set) {
  for (; *s; s++)
    if (__cupel_wide_among(*s, set)) return (__cupel_wchar *)s;
  return 0;
}

__cupel_wchar *__cupel_wcsstr(const __cupel_wchar *s, const __cupel_wchar *t) {
  __cupel_size i;
  for (;; s++) {
    for (i = 0; t[i] && s[i] == t[i]; i++)
      ;
    if (!t[i]) return (__cupel_wchar *)s;
    if (!*s) return 0;
  }
}

__cupel_wchar *__cupel_wcstok(__cupel_wchar *s, const __cupel_wchar *set, __cupel_wchar **rest) {
  __cupel_wchar *p;
  if (!s) s = *rest;
  if (!s) return 0;
  while (*s && __cupel_wide_among(*s, set)) s++;
  if (!*s) {
    *rest = 0;
    return 0;
  }
  p = s;
  while (*p && !__cupel_wide_among(*p, set)) p++;
  if (*p) {
    *p = 0;
    *rest = p + 1;
  } else
    *rest = 0;
  return s;
}

__cupel_wchar *__cupel_wmemset(__cupel_wchar *s, __cupel_wchar c, __cupel_size n) {
  __cupel_size i = 0;
  for (; i < n; i++) s[i] = c;
  return s;
}

__cupel_wchar *__cupel_wmemcpy(__cupel_wchar *d, const __cupel_wchar *s, __cupel_size n) {
  __cupel_size i = 0;
  for (; i < n; i++) d[i] = s[i];
  return d;
}

__cupel_wchar *__cupel_wmempcpy(__cupel_wchar *d, const __cupel_wchar *s, __cupel_size n) {
  __cupel_size i = 0;
  for (; i < n; i++) d[i] = s[i];
  return d + n;
}

__cupel_wchar *__cupel_wmemmove(__cupel_wchar *d, const __cupel_wchar *s, __cupel_size n) {
  return __builtin_memmove(d, s, n * sizeof(__cupel_wchar));
}

int __cupel_wmemcmp(const __cupel_wchar *a, const __cupel_wchar *b, __cupel_size n) {
  __cupel_size i = 0;
  for (; i < n; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

__cupel_wchar *__cupel_wmemchr(const __cupel_wchar *s, __cupel_wchar c, __cupel_size n) {
  __cupel_size i = 0;
  for (; i < n; i++)
    if (s[i] == c) return (__cupel_wchar *)(s + i);
  return 0;
}

__cupel_wchar *__cupel_wcsdup(const __cupel_wchar *s) {
  __cupel_size n = __cupel_wcslen(s), i = 0;
  __cupel_wchar *d = __builtin_malloc((n + 1) * sizeof(__cupel_wchar));
  if (!d) return 0;
  for (; i <= n; i++) d[i] = s[i];
  return d;
}

__WINT_TYPE__ __cupel_btowc(int c) {
  return c >= 0 && c <= 127 ? (__WINT_TYPE__)c : 0xffffffffu;
}

int __cupel_wctob(__WINT_TYPE__ c) {
  return c <= 127 ? (int)c : -1;
}
