int __cupel_posix_memalign(void **p, __cupel_size alignment, __cupel_size n) {
  void *q;
  if (!alignment || alignment & (alignment - 1) || alignment % sizeof(void *)) return 22;
  if (alignment > 2 * sizeof(void *)) __cupel_cut("an alignment beyond that of malloc");
  q = __builtin_malloc(n);
  if (!q) return 12;
  *p = q;
  return 0;
}

void *__cupel_aligned_alloc(__cupel_size alignment, __cupel_size n) {
  if (!alignment || alignment & (alignment - 1) || alignment > 2 * sizeof(void *)) __cupel_cut("an alignment beyond that of malloc");
  return __builtin_malloc(n);
}

void *__cupel_memalign(__cupel_size alignment, __cupel_size n) {
  return __cupel_aligned_alloc(alignment, n);
}

int __cupel_puts(const char *s) {
  int r = __cupel_any_int();
  __cupel_assume(r >= -1);
  return r;
}

int __cupel_isascii(int c) {
  return !(c & ~127);
}

int __cupel_toascii(int c) {
  return c & 127;
}

long __cupel_clock(void) {
  long r = __cupel_any_long();
  __cupel_assume(r >= -1);
  return r;
}

/* The clock of the system may be set to any time between two calls. */
long __cupel_time(long *t) {
  long r = __cupel_input_long();
  __cupel_assume(r >= -1);
  if (t) *t = r;
  return r;
}

double __cupel_difftime(long a, long b) {
  return (double)a - (double)b;
}

struct __cupel_timespec { long seconds, nanoseconds; };

int __cupel_clock_gettime(int id, struct __cupel_timespec *t) {
  long s, n;
  if (id < 0 || id > 11) __cupel_cut("an unknown clock");
  if (id == 0) {
    s = __cupel_input_long();
    n = __cupel_input_long();
  } else {
    /* Other clocks do not go back. */
    s = __cupel_any_long();
    n = __cupel_any_long();
  }
  __cupel_assume(s >= 0 && n >= 0 && n < 1000000000);
  if (t) {
    t->seconds = s;
    t->nanoseconds = n;
  }
  return 0;
}

int __cupel_clock_getres(int id, struct __cupel_timespec *t) {
  return __cupel_clock_gettime(id, t);
}

int __cupel_timespec_get(struct __cupel_timespec *t, int base) {
  return __cupel_clock_gettime(0, t) ? 0 : base;
}

int __cupel_nanosleep(const struct __cupel_timespec *t, struct __cupel_timespec *rest) {
  long s = __cupel_any_long(), n = __cupel_any_long();
  if (!__cupel_any_int()) return 0;
  __cupel_assume(s >= 0 && n >= 0 && n < 1000000000);
  __cupel_errno = __cupel_any_int();
  if (rest) {
    rest->seconds = s;
    rest->nanoseconds = n;
  }
  return -1;
}

struct __cupel_timeval { long seconds, microseconds; };

int __cupel_gettimeofday(struct __cupel_timeval *t, void *zone) {
  long s = __cupel_input_long(), n = __cupel_input_long();
  __cupel_assume(s >= 0 && n >= 0 && n < 1000000);
  if (zone) __cupel_cut("a time zone");
  if (t) {
    t->seconds = s;
    t->microseconds = n;
  }
  return 0;
}

struct __cupel_tm { int sec, min, hour, mday, mon, year, wday, yday, isdst; long offset; const char *zone; };

/* The date in the Gregorian calendar, in UTC. */
struct __cupel_tm *__cupel_gmtime_r(const long *t, struct __cupel_tm *r) {
  long days = *t / 86400, rest = *t % 86400, era, y;
  unsigned doe, yoe, doy, mp;
  if (rest < 0) {
    rest += 86400;
    days--;
  }
  r->hour = (int)(rest / 3600);
  r->min = (int)(rest / 60 % 60);
  r->sec = (int)(rest % 60);
  r->wday = (int)((days % 7 + 11) % 7);
  /* Years that begin in March; 400 of them have 146097 days. */
  days += 719468;
  era = (days >= 0 ? days : days - 146096) / 146097;
  doe = (unsigned)(days - era * 146097);
  yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  y = (long)yoe + era * 400;
  doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  mp = (5 * doy + 2) / 153;
  r->mday = (int)(doy - (153 * mp + 2) / 5 + 1);
  r->mon = (int)(mp < 10 ? mp + 2 : mp - 10);
  if (mp >= 10) y++;
  if (y - 1900 > 2147483647L || y - 1900 < -2147483647L - 1) {
    __cupel_errno = 75;
    return 0;
  }
  r->year = (int)(y - 1900);
  if (mp >= 10)
    r->yday = (int)doy - 306;
  else
    r->yday = (int)doy + 59 + (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0));
  r->isdst = 0;
  r->offset = 0;
  r->zone = "GMT";
  return r;
}

struct __cupel_tm *__cupel_localtime_r(const long *t, struct __cupel_tm *r) {
  int sec = __cupel_any_int(), min = __cupel_any_int(), hour = __cupel_any_int(), mday = __cupel_any_int(), mon = __cupel_any_int();
  int year = __cupel_any_int(), wday = __cupel_any_int(), yday = __cupel_any_int(), isdst = __cupel_any_int();
  __cupel_assume(sec >= 0 && sec <= 60 && min >= 0 && min <= 59 && hour >= 0 && hour <= 23);
  __cupel_assume(mday >= 1 && mday <= 31 && mon >= 0 && mon <= 11 && wday >= 0 && wday <= 6 && yday >= 0 && yday <= 365);
  r->sec = sec;
  r->min = min;
  r->hour = hour;
  r->mday = mday;
  r->mon = mon;
  r->year = year;
  r->wday = wday;
  r->yday = yday;
  r->isdst = isdst;
  r->offset = __cupel_any_long();
  r->zone = "???";
  return r;
}

unsigned short __cupel_htons(unsigned short x) {
  return (unsigned short)(x << 8 | x >> 8);
}

unsigned short __cupel_ntohs(unsigned short x) {
  return __cupel_htons(x);
}

unsigned __cupel_htonl(unsigned x) {
  return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

unsigned __cupel_ntohl(unsigned x) {
  return __cupel_htonl(x);
}
