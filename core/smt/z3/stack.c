// libz3 recurses on the depth of terms in several places, and an overflow of the
// C stack ends the process. Some 1 kB is needed per level. Before the Go runtime
// makes its threads, this raises the default size of their stacks, and the limit
// up to which the main thread's may grow. The memory is only reserved; what no
// recursion touches costs nothing. Where the address space itself is limited
// (ulimit -v), a dozen stacks of this size would be most of it, and so would be
// what glibc reserves for each thread that allocates: stacks are smaller then,
// and threads share what they allocate from.

#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>

static const size_t least_stack = (size_t)8 << 20, page = 4096;

// stacks is the number of stacks that would fill a limited address space.
enum { stacks = 64, arenas = 2 };

__attribute__((constructor)) static void raise_stacks(void) {
	size_t stack_bytes = (size_t)256 << 20;
	int limited = 0;
	struct rlimit r;
	if (getrlimit(RLIMIT_AS, &r) == 0 && r.rlim_cur != RLIM_INFINITY) {
		size_t share = r.rlim_cur / stacks / page * page;
		if (share < stack_bytes) stack_bytes = share < least_stack ? least_stack : share;
		mallopt(M_ARENA_MAX, arenas);
		limited = 1;
	}
	if (getrlimit(RLIMIT_STACK, &r) == 0 && r.rlim_cur < stack_bytes) {
		r.rlim_cur = r.rlim_max < stack_bytes ? r.rlim_max : stack_bytes;
		setrlimit(RLIMIT_STACK, &r);
	}
	pthread_attr_t a;
	size_t now; // a parent's limit for the main thread, raised as here, is the default
	if (pthread_getattr_default_np(&a) != 0) return;
	if (pthread_attr_getstacksize(&a, &now) == 0 && (now < stack_bytes || (limited && now > stack_bytes)) && pthread_attr_setstacksize(&a, stack_bytes) == 0)
		pthread_setattr_default_np(&a);
	pthread_attr_destroy(&a);
}
