package harness

import (
	"fmt"
	"strings"

	"cupel/frontend/property"
)

// Faults of memory are seen by gcc's address sanitizer, which ends the program, and blocks that are lost or left by the harness itself: the leak sanitizer
// would need another process that traces the program, which a confined program must not have. The sanitizer calls hooks at allocations and releases; those that
// are live at the end are left, and those to which no variable of a file leads, directly or through others, are lost, if main has returned.

// wrapBlocks lets the linker replace allocations by those of the harness, where blocks of no bytes have none: the sanitizer gives them one.
var wrapBlocks = []string{"-Wl,--wrap=malloc", "-Wl,--wrap=calloc"}

// heapMB bounds the bytes of the blocks that are live at a time.
const heapMB = 2047

// full is what the harness says where there are more bytes or blocks than it bears.
const full = "the heap is full"

// harnessMessage begins the harness's messages about blocks.
const harnessMessage = "cupel: "

// memoryText is the part of a harness for programs with the address sanitizer.
const memoryText = `
/* For the address sanitizer: far objects are told apart, and no other process looks for leaks. */
const char *__asan_default_options(void) {
  return "detect_leaks=0:detect_stack_use_after_return=1:symbolize=0:redzone=512:max_allocation_size_mb=%[2]d:handle_abort=0";
}
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void *, unsigned long), void (*)(const volatile void *));
void __asan_poison_memory_region(const volatile void *, __SIZE_TYPE__);
void *__real_malloc(__SIZE_TYPE__);
%[1]s void *__wrap_malloc(__SIZE_TYPE__ n) {
  void *p = __real_malloc(n);
  if (p && n == 0) __asan_poison_memory_region(p, 1);
  return p;
}
void *__real_calloc(__SIZE_TYPE__, __SIZE_TYPE__);
%[1]s void *__wrap_calloc(__SIZE_TYPE__ n, __SIZE_TYPE__ size) {
  void *p = __real_calloc(n, size);
  if (p && (n == 0 || size == 0)) __asan_poison_memory_region(p, 1);
  return p;
}
static unsigned long cupel_bytes; /* of live blocks */

%[1]s static void cupel_account(unsigned long n) {
  cupel_bytes += n;
  if (n <= %[2]dul << 20 && cupel_bytes <= %[2]dul << 20) return;
  fputs("%[3]s%[6]s\n", stderr);
  _Exit(%[4]d);
}
`

// heapText bounds the heap where blocks are not looked at.
const heapText = `
%[1]s static void cupel_born(const volatile void *p, unsigned long n) {
  (void)p;
  cupel_account(n);
}
int __sanitizer_get_ownership(const volatile void *);
unsigned long __sanitizer_get_allocated_size(const volatile void *);
%[1]s static void cupel_died(const volatile void *p) {
  if (p && __sanitizer_get_ownership(p)) cupel_bytes -= __sanitizer_get_allocated_size(p);
}
__attribute__((constructor)) %[1]s static void cupel_hooks(void) { __sanitizer_install_malloc_and_free_hooks(cupel_born, cupel_died); }
`

// blocksText looks at blocks at the end. Addresses are kept complemented, so that the table is no variable that leads to them.
const blocksText = `
#include <signal.h>
#include <stdint.h>
enum { CUPEL_MOST = 1 << 16 };
static struct cupel_block { uintptr_t not_at; unsigned long size; int reached; } cupel_blocks[CUPEL_MOST];
static int cupel_count, cupel_over;
extern char __data_start, _end;

%[1]s static void cupel_born(const volatile void *p, unsigned long n) {
  if (cupel_over || !p) return;
  cupel_account(cupel_count == CUPEL_MOST ? -1ul : n);
  cupel_blocks[cupel_count++] = (struct cupel_block){~(uintptr_t)p, n, 0};
}

%[1]s static void cupel_died(const volatile void *p) {
  for (int i = cupel_count - 1; i >= 0 && p && !cupel_over; i--)
    if (cupel_blocks[i].not_at == ~(uintptr_t)p) {
      cupel_bytes -= cupel_blocks[i].size;
      cupel_blocks[i] = cupel_blocks[--cupel_count];
      return;
    }
}

/* Marks the blocks that the words in [from, to) lead to; how many were not marked before. */
__attribute__((no_sanitize_address)) %[1]s static int cupel_mark(uintptr_t from, uintptr_t to) {
  int new = 0;
  for (from = (from + sizeof(void *) - 1) & -sizeof(void *); from + sizeof(void *) <= to; from += sizeof(void *)) {
    uintptr_t word = *(uintptr_t *)from;
    for (int i = 0; i < cupel_count && word; i++)
      if (!cupel_blocks[i].reached && word - ~cupel_blocks[i].not_at <= cupel_blocks[i].size) new += cupel_blocks[i].reached = 1;
  }
  return new;
}

%[1]s static void cupel_end(void) {
  if (cupel_over++) return;
  if (CUPEL_LOST && cupel_returned) {
    int new = cupel_mark((uintptr_t)&__data_start, (uintptr_t)&_end);
    while (new > 0) {
      new = 0;
      for (int i = 0; i < cupel_count; i++)
        if (cupel_blocks[i].reached == 1) {
          cupel_blocks[i].reached = 2;
          new += cupel_mark(~cupel_blocks[i].not_at, ~cupel_blocks[i].not_at + cupel_blocks[i].size);
        }
    }
  }
  for (int i = 0; i < cupel_count && (cupel_returned || !CUPEL_LOST); i++)
    if (!cupel_blocks[i].reached) {
      fprintf(stderr, "%[3]sat the end of the program a block of %%lu bytes is %%s\n", cupel_blocks[i].size, CUPEL_LOST ? "lost" : "left");
      _Exit(%[4]d);
    }
}

%[1]s static void cupel_aborted(int signal) {
  (void)signal;
  cupel_end();
  _Exit(1);
}

__attribute__((constructor)) %[1]s static void cupel_hooks(void) {
  setvbuf(stdin, 0, _IONBF, 0); /* no blocks of the library's own */
  setvbuf(stdout, 0, _IONBF, 0);
  signal(SIGABRT, cupel_aborted);
  atexit(cupel_end); /* behind the program's own */
  __sanitizer_install_malloc_and_free_hooks(cupel_born, cupel_died);
}
`

// blocks prints what a harness for a property of memory has in addition.
func blocks(w func(string, ...any), s *Spec) {
	switch {
	case s.Sanitizer == nil || s.Sanitizer.Memory == "":
		return
	case s.Sanitizer.Leak():
		lost := 0
		if s.Sanitizer.Memory == property.ValidTrack {
			lost = 1
		}
		w(memoryText+"enum { CUPEL_LOST = %[5]d };\n"+blocksText, quiet, heapMB, harnessMessage, HitCode, lost, full)
	default:
		w(memoryText+heapText, quiet, heapMB, harnessMessage, HitCode, 0, full)
	}
}

// left is what a harness does where a function returns.
func left(s *Spec) string {
	if s.Sanitizer == nil || !s.Sanitizer.Leak() {
		return "  (void)f;\n"
	}
	name := "main"
	if s.Arguments != nil {
		name = "__real_main"
	}
	return fmt.Sprintf("  if (f == (void *)%s) cupel_returned = 1;\n", name)
}

// memoryComplaint looks for a message of the address sanitizer, or of the harness, in what a program has written, and says in r whether it is about a kind of
// property; false: there is none that would say anything.
func memoryComplaint(about property.Kind, text []byte, r *Result) bool {
	for line := range strings.Lines(string(text)) {
		if what, ok := strings.CutPrefix(line, harnessMessage); ok {
			r.Detail = strings.TrimSpace(what)
			r.Hit = r.Detail != full
			return true
		}
		_, what, ok := strings.Cut(line, "ERROR: AddressSanitizer: ")
		if !ok {
			continue
		}
		what, _, _ = strings.Cut(strings.TrimSpace(what), " on ") // an address, which differs from run to run
		kind := property.ValidDeref
		switch {
		case strings.HasPrefix(what, "attempting "), strings.HasPrefix(what, "alloc-dealloc-mismatch"): // the latter: of a pointer whose place looks like a block
			kind = property.ValidFree
		case strings.HasPrefix(what, "stack-overflow"), strings.Contains(what, "allocat") && strings.Contains(what, "exceeds"), strings.Contains(what, "out of memory"),
			strings.HasPrefix(what, "out-of-memory"), strings.HasPrefix(what, "requested allocation"):
			r.Detail = "a limit of the compiled program is met: " + what
			return true
		case strings.Contains(what, "param-overlap"): // a negative size is one that no object has
			kind = ""
		}
		if r.Hit, r.Detail = kind == about, what; !r.Hit {
			r.Ended, r.Detail = true, "the sanitizer has another complaint: "+what
		}
		return true
	}
	return false
}
