/* the atomic built-ins */
void reach_error(void);
int main(void) {
  int x = 5, y = 1, z = 9;
  char flag = 0;
  if (__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE) || !__atomic_test_and_set(&flag, 5) || flag != 1) reach_error();
  __atomic_clear(&flag, __ATOMIC_RELEASE);
  if (flag) reach_error();
  __atomic_store(&x, &z, 5);
  __atomic_load(&x, &y, 5);
  if (y != 9) reach_error();
  y = 4;
  __atomic_exchange(&x, &y, &z, 5);
  if (x != 4 || z != 9) reach_error();
  int want = 4;
  if (!__atomic_compare_exchange(&x, &want, &z, 0, 5, 5) || x != 9) reach_error();
  if (__atomic_compare_exchange_n(&x, &want, 1, 0, 5, 5) || want != 9) reach_error();
  x = 2147483647;
  if (__atomic_add_fetch(&x, 1, 5) != -2147483647 - 1) reach_error();
  if (__sync_fetch_and_or(&y, 3) != 4 || y != 7 || !__atomic_always_lock_free(4, 0)) reach_error();
  return 0;
}
