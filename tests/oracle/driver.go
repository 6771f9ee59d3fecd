package oracle

import (
	"fmt"
	"strings"
)

// prelude holds the input functions' supply, the error function, and the
// arithmetic that checks itself: the builtins compute without bound and store
// the result modulo the type's size, which is the result of unsigned types.
const prelude = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
static int cupel_index[8], *cupel_calls, cupel_inputs;
static int cupel_next(void) {
  if (*cupel_calls >= cupel_inputs) _exit(109);
  return cupel_index[(*cupel_calls)++];
}
const char *__asan_default_options(void) { return "abort_on_error=1:detect_leaks=0:symbolize=0:redzone=128:log_path=/dev/null"; }
#ifdef CUPEL_OVERFLOW
#define CUPEL_FAIL _exit(106)
void reach_error(void) {}
#else
#define CUPEL_FAIL __builtin_trap()
void reach_error(void) { _exit(107); }
#endif
static void cupel_abort(void) { _exit(0); }
#define CUPEL_OP(f, a, b, t) ({ t cupel_r; \
  if (f(a, b, &cupel_r) && (t)-1 < 0) CUPEL_FAIL; cupel_r; })
#define CUPEL_ADD(a, b) CUPEL_OP(__builtin_add_overflow, a, b, __typeof__((a) + (b)))
#define CUPEL_SUB(a, b) CUPEL_OP(__builtin_sub_overflow, a, b, __typeof__((a) - (b)))
#define CUPEL_MUL(a, b) CUPEL_OP(__builtin_mul_overflow, a, b, __typeof__((a) * (b)))
#define CUPEL_NEG(a) CUPEL_OP(__builtin_sub_overflow, 0, a, __typeof__(-(a)))
#define CUPEL_INDEX(i) ({ __typeof__(i) cupel_i = (i); if (cupel_i < 0) __builtin_trap(); cupel_i; })
#define abort cupel_abort
#ifdef CUPEL_GIVEN
#define CUPEL_ONCE 1
static long long cupel_given[] = { CUPEL_GIVEN 0 };
#define CUPEL_INPUT(low) (cupel_next(), cupel_given[*cupel_calls - 1])
#else
#define CUPEL_ONCE 0
#define CUPEL_INPUT(low) (low + cupel_next())
#endif
`

// runner runs every program on every combination of inputs, each in a process of its own so that globals are fresh and undefined behaviour is contained. A program
// that does not terminate, or reads too many inputs, is abandoned at once. Combinations that differ only in inputs an execution does not read count as one
// execution.
const runner = `
int main(void) {
  struct rlimit limit = {2, 4};
  cupel_calls = mmap(0, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (unsigned p = 0; p < sizeof programs / sizeof programs[0]; p++) {
    int total = 1;
    cupel_inputs = programs[p].inputs;
    for (int i = 0; i < cupel_inputs && !CUPEL_ONCE; i++) total *= %[1]d;
    char *asked = malloc(total), *ended = malloc(total);
    for (int k = 0; k < total; k++) {
      int same = k;
      for (int i = 0, m = 1; i < cupel_inputs && same == k; i++, m *= %[1]d) if (k %% m != k && asked[k %% m] <= i) same = k %% m;
      asked[k] = asked[same];
      ended[k] = ended[same];
      if (same == k) {
        for (int i = 0, r = k; i < cupel_inputs; i++, r /= %[1]d) cupel_index[i] = r %% %[1]d;
        fflush(stdout);
        *cupel_calls = 0;
        pid_t pid = fork();
        if (pid == 0) {
          setrlimit(RLIMIT_CPU, &limit);
          programs[p].main();
          _exit(0);
        }
        int st = 0;
        waitpid(pid, &st, 0);
        int c = 'o';
        if (WIFSIGNALED(st)) c = WTERMSIG(st) == SIGXCPU ? 't' : 'u';
        else if (WEXITSTATUS(st) == 107) c = 'e';
        else if (WEXITSTATUS(st) == 106) c = 'v';
        else if (WEXITSTATUS(st) == 109) c = 'm';
        asked[k] = *cupel_calls;
        ended[k] = c;
      }
      putchar(ended[k]);
      if (ended[k] == 't' || ended[k] == 'm') break;
    }
    putchar('\n');
    free(asked);
    free(ended);
  }
  return 0;
}
`

// starter calls main with arguments, each and argv in memory that ends where it does. The characters stand for those that programs tell apart.
const starter = `static int cupel%[1]d_start(void) {
  static const char chars[] = {%[2]s};
  int count = cupel_next(), first = chars[cupel_next()], second = chars[cupel_next()];
  char **all = malloc((count + 1) * sizeof *all);
  for (int i = 0; i < count; i++) {
    char text[] = {i == 1 ? first : 'p', i == 1 ? second : 0, 0};
    all[i] = strcpy(malloc(strlen(text) + 1), text);
  }
  all[count] = 0;
  return cupel%[1]d_main(count, all);
}
`

// argumentChars are the characters that the numbers of an input choose.
var argumentChars = [values]argumentChar{0, '-', 'a', -1, 'z'}

type argumentChar int8

// String is for an array in C.
func (c argumentChar) String() string { return fmt.Sprintf("%d,", int8(c)) }

// ArgumentInputs is how many inputs choose the arguments of main.
const ArgumentInputs = 3

// Arguments are main's arguments in an execution with the inputs: their number, and the first characters of argv[1].
func Arguments(values []int) (n int, text [2]int8) {
	return values[0], [2]int8{int8(argumentChars[values[1]]), int8(argumentChars[values[2]])}
}

// driver returns the translation unit of programs.
func driver(ps []Program) string {
	var b strings.Builder
	b.WriteString(prelude)
	b.WriteString("#include <signal.h>\n")
	for i, in := range inputs {
		if i == 0 || inputs[i-1] != in {
			fmt.Fprintf(&b, "%s __VERIFIER_nondet_%s(void) { return CUPEL_INPUT(%d); }\n", in.typ, in.suffix, in.low)
		}
	}
	for i, p := range ps {
		names := append([]string{"main"}, p.Names...)
		for _, n := range names {
			fmt.Fprintf(&b, "#define %s cupel%d_%s\n", n, i, n)
		}
		text := p.Checked
		if text == "" {
			text = p.Source
		}
		b.WriteString(text)
		b.WriteByte('\n')
		for _, n := range names {
			fmt.Fprintf(&b, "#undef %s\n", n)
		}
		if p.Arguments {
			fmt.Fprintf(&b, starter, i, strings.Trim(fmt.Sprint(argumentChars), "[]"))
		}
	}
	b.WriteString("static struct { int (*main)(void); int inputs; } programs[] = {\n")
	for i, p := range ps {
		begin := "main"
		if p.Arguments {
			begin = "start"
		}
		fmt.Fprintf(&b, "  {cupel%d_%s, %d},\n", i, begin, p.Inputs)
	}
	b.WriteString("};\n")
	fmt.Fprintf(&b, runner, values)
	return b.String()
}
