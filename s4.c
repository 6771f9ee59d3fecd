extern void reach_error(void);
typedef long long ll;
int main(void){ ll x = 1LL<<40; ll r = 1 ? __sync_fetch_and_add(&x, 3) : 0; if (r != 1LL<<40) reach_error();
 if (x != (1LL<<40)+3) reach_error();
 unsigned char c = 5; if (__sync_nand_and_fetch(&c, 3) != 254) reach_error();
 int lock = 0; if (__sync_lock_test_and_set(&lock, 1)) reach_error(); if (!__sync_lock_test_and_set(&lock, 1)) reach_error(); __sync_lock_release(&lock); if (lock) reach_error();
 if (!__sync_bool_compare_and_swap(&lock, 0, 7)) reach_error(); if (__sync_val_compare_and_swap(&lock, 3, 9) != 7) reach_error(); if (lock != 7) reach_error();
 int e = 3; if (__atomic_compare_exchange_n(&lock, &e, 5, 0, 5, 5)) reach_error(); if (e != 7) reach_error(); if (!__atomic_compare_exchange_n(&lock, &e, 5, 0, 5, 5)) reach_error();
 if (__atomic_load_n(&lock, 5) != 5) reach_error(); __atomic_store_n(&lock, 8, 5); if (__atomic_exchange_n(&lock, 2, 0) != 8) reach_error(); if (__atomic_add_fetch(&lock, 5, 0) != 7) reach_error();
 int *q = &e, *o; o = __sync_lock_test_and_set(&q, &lock); if (o != &e || *q != 7) reach_error();
 __sync_synchronize();
 return 0;}
