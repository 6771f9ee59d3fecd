// TRUE: Days since 1970 to a date and back, for four years.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }
static int days_before_year(int y) { y--; return 365 * y + y / 4 - y / 100 + y / 400; }
static const int before_month[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
static int to_days(int y, int m, int d) { return days_before_year(y) + before_month[m - 1] + (m > 2 && leap(y)) + d - 1; }
static void from_days(int n, int *y, int *m, int *d) {
  int year = n / 366 + 1;
  while (days_before_year(year + 1) <= n) year++;
  n -= days_before_year(year);
  int month = 12;
  while (before_month[month - 1] + (month > 2 && leap(year)) > n) month--;
  *y = year; *m = month; *d = n - before_month[month - 1] - (month > 2 && leap(year)) + 1;
}
int main(void) {
  int y = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
  if (y < 1970 || y > 1973 || m < 1 || m > 12 || d < 1 || d > 28) return 0;
  int y2, m2, d2;
  from_days(to_days(y, m, d), &y2, &m2, &d2);
  if (y2 != y || m2 != m || d2 != d) reach_error();
  return 0;
}
