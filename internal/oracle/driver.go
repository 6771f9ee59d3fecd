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
#include <sys/wait.h>
#include <unistd.h>
static int cupel_index[8], cupel_calls, cupel_inputs;
static int cupel_next(void) {
  if (cupel_calls >= cupel_inputs) _exit(109);
  return cupel_index[cupel_calls++];
}
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
#define abort cupel_abort
`

// runner runs every program on every combination of inputs, each in a process
// of its own so that globals are fresh and undefined behaviour is contained. A
// program that does not end, or asks for too many inputs, is left at once.
const runner = `
int main(void) {
  for (unsigned p = 0; p < sizeof programs / sizeof programs[0]; p++) {
    int total = 1;
    cupel_inputs = programs[p].inputs;
    for (int i = 0; i < cupel_inputs; i++) total *= %[1]d;
    for (int k = 0; k < total; k++) {
      for (int i = 0, r = k; i < cupel_inputs; i++, r /= %[1]d) cupel_index[i] = r %% %[1]d;
      fflush(stdout);
      pid_t pid = fork();
      if (pid == 0) {
        alarm(2);
        programs[p].main();
        _exit(0);
      }
      int st = 0;
      waitpid(pid, &st, 0);
      int c = 'o';
      if (WIFSIGNALED(st)) c = WTERMSIG(st) == SIGALRM ? 't' : 'u';
      else if (WEXITSTATUS(st) == 107) c = 'e';
      else if (WEXITSTATUS(st) == 106) c = 'v';
      else if (WEXITSTATUS(st) == 109) c = 'm';
      putchar(c);
      if (c == 't' || c == 'm') break;
    }
    putchar('\n');
  }
  return 0;
}
`

// driver returns the translation unit of programs.
func driver(ps []Program) string {
	var b strings.Builder
	b.WriteString(prelude)
	b.WriteString("#include <signal.h>\n")
	for i, in := range inputs {
		if i == 0 || inputs[i-1] != in {
			fmt.Fprintf(&b, "%s __VERIFIER_nondet_%s(void) { return %d + cupel_next(); }\n", in.typ, in.suffix, in.low)
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
	}
	b.WriteString("static struct { int (*main)(void); int inputs; } programs[] = {\n")
	for i, p := range ps {
		fmt.Fprintf(&b, "  {cupel%d_main, %d},\n", i, p.Inputs)
	}
	b.WriteString("};\n")
	fmt.Fprintf(&b, runner, values)
	return b.String()
}
