// libz3 recurses on the depth of terms in several places, and an overflow of the
// C stack ends the process. Some 1 kB is needed per level. Before the Go runtime
// makes its threads, this raises the default size of their stacks, and the limit
// up to which the main thread's may grow. The memory is only reserved; what no
// recursion touches costs nothing.

#define _GNU_SOURCE
#include <pthread.h>
#include <sys/resource.h>

static const size_t stack_bytes = (size_t)256 << 20;

__attribute__((constructor)) static void raise_stacks(void) {
	struct rlimit r;
	if (getrlimit(RLIMIT_STACK, &r) == 0 && r.rlim_cur < stack_bytes) {
		r.rlim_cur = r.rlim_max < stack_bytes ? r.rlim_max : stack_bytes;
		setrlimit(RLIMIT_STACK, &r);
	}
	pthread_attr_t a;
	size_t now;
	if (pthread_getattr_default_np(&a) != 0) return;
	if (pthread_attr_getstacksize(&a, &now) == 0 && now < stack_bytes && pthread_attr_setstacksize(&a, stack_bytes) == 0)
		pthread_setattr_default_np(&a);
	pthread_attr_destroy(&a);
}
