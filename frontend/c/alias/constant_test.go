package alias

import (
	"strings"
	"testing"

	"modernc.org/cc/v4"
)

// TestConstant: objects whose names begin with c are const or arrays of such, others are not.
func TestConstant(t *testing.T) {
	const src = `
typedef int I, A[3]; typedef const int CI, CA[3]; typedef CI CJ; typedef char *S; typedef int *const P; typedef P Q; typedef const char *N; typedef N NN;
typedef const int *NA[2]; typedef NA NB; typedef int *const *PP; typedef PP PQ; enum e { e1 }; struct s { const int a; };
const int c1 = 1, c2[2][2] = { 1 }; CI c3; CI c4[2]; CJ c5; CA c6; const A c7; const S c8; P c9; P c10[2]; Q c11; I const volatile c12; const enum e c13; const struct s c14;
char *const c15, *const c16[2]; const char *const c17[] = { "a" }; int *const (c18[2]); int (*const c19)(void); void (*const c20[2])(const int); int *const *const c21; int (*const c22)[2];
__typeof__(c1) c23; extern const int c24;
int v1; const int *v2; int *const *v3; const int *v4[2]; const int (*v5)[2]; const int *(*v6)(void); P *v7; N v8; NN v9; NA v10; NB v11; PP v12; PQ v13; struct s v14; char *(*const *v15)[3];
const char *const *v16[2]; __typeof__(c1 + 1) v17; __typeof__(v2) v18;
void f(const int c30, int *const c31, const struct s c32, P c33, const int v30[2], CA v31, const int *v32, const A v33, int v34(const int)) { static const char *const c34[2]; const char *v35; }
`
	seen, nested := 0, map[*cc.Declarator]bool{}
	visit(parse(t, "test.c", src).TranslationUnit, func(n cc.Node) {
		d, ok := n.(*cc.Declarator)
		if dd, is := n.(*cc.DirectDeclarator); is && dd.Declarator != nil {
			nested[dd.Declarator] = true
		}
		if !ok || nested[d] || d.IsTypename() || d.Name() == "" || !strings.ContainsRune("cv", rune(d.Name()[0])) {
			return
		}
		seen++
		if want := d.Name()[0] == 'c'; Constant(d) != want {
			t.Errorf("%s: %v", cc.NodeSource(d), !want)
		}
	})
	if seen < 50 {
		t.Errorf("%d objects", seen)
	}
}

// TestConstantLiteral is the same of compound literals.
func TestConstantLiteral(t *testing.T) {
	const src = `typedef int *const P; typedef const int CA[2];
const int *a = (const int[]){ 1 }; const int *const *b = (const int *const[]){ 0 }; P *c = (P[]){ 0 }; const int *d = (CA){ 1 }; const int *e = &(int const){ 1 };
const int *v = (int[]){ 1 }; const int **w = (const int *[]){ 0 }; int *const **x = (int *const *[]){ 0 };`
	var got []bool
	visit(parse(t, "test.c", src).TranslationUnit, func(n cc.Node) {
		if p, ok := n.(*cc.PostfixExpression); ok && p.Case == cc.PostfixExpressionComplit {
			got = append(got, ConstantLiteral(p))
		}
	})
	if len(got) != 8 {
		t.Fatal(got)
	}
	for i, c := range got {
		if c != (i < 5) {
			t.Errorf("literal %d: %v", i, c)
		}
	}
}
