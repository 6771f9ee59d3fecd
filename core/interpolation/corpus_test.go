package interpolation_test

// loops are safe programs, most of them with a small inductive invariant.
var loops = []loop{
	// Counting.
	{name: "count-up", vars: "int i n", init: "assume n >= 0; i = 0", guard: "i < n", body: "i = i + 1", check: "i == n"},
	{name: "count-const", vars: "int i", init: "i = 0", guard: "i < 100", body: "i = i + 1", check: "i == 100"},
	{name: "count-le", vars: "int i", init: "i = 0", guard: "i <= 9", body: "i = i + 1", check: "i <= 10"},
	{name: "count-down", vars: "int i n", init: "assume n >= 0; i = n", guard: "i > 0", body: "i = i - 1", check: "i == 0"},
	{name: "count-two", vars: "int x y", init: "x = 0; y = 0", guard: "x < 50", body: "x = x + 1; y = y + 1", check: "x == y"},
	{name: "count-up-down", vars: "int x y n", init: "assume n >= 0; x = n; y = 0", guard: "x > 0", body: "x = x - 1; y = y + 1", check: "y == n"},
	{name: "count-from", vars: "int i k n", init: "assume k <= n; i = k", guard: "i < n", body: "i = i + 1", check: "i >= k && i <= n"},
	{name: "count-ne", vars: "int i n", init: "assume n >= 0; i = 0", guard: "i != n", body: "i = i + 1", check: "i <= n"},
	{name: "count-flag", vars: "int x i", init: "x = 0; i = 0", guard: "i < 100 && x == 0", body: "x = x + 0; i = i + 1", check: "x <= 1"},
	{name: "double-step", vars: "int i n", init: "assume n >= 0; i = 0", guard: "i < n", body: "i = i + 2", check: "i <= n + 1"},
	{name: "sum-lower", vars: "int i s n", init: "i = 0; s = 0", guard: "i < n", body: "s = s + i; i = i + 1", check: "s >= 0"},
	{name: "sum-linear", vars: "int i s n", init: "assume n >= 0; i = 0; s = 0", guard: "i < n", body: "s = s + 2; i = i + 1", check: "s == 2 * n"},
	{name: "lower-any", vars: "int x n", init: "x = 0", guard: "n > 0", body: "x = x + 1; n = n - 1", check: "x >= 0"},
	{name: "diff", vars: "int x y d", init: "assume d > 0; x = 0; y = d", guard: "x < 1000", body: "x = x + 1; y = y + 1", check: "y > x"},
	{name: "transfer", vars: "int a b t", init: "assume a + b == t; assume a >= 0", guard: "a > 0", body: "a = a - 1; b = b + 1", check: "b == t"},
	{name: "inside-bound", vars: "int i n", init: "assume n <= 64; i = 0", guard: "i < n", body: "i = i + 1", check: "i >= 0 && i < 64", inside: true},
	{name: "scale", vars: "int x y", init: "x = 0; y = 0", guard: "x < 30", body: "x = x + 1; y = y + 3", check: "y == 3 * x"},
	{name: "input-step", vars: "int x y d", init: "x = 0; y = 0", guard: "x < 40", body: "havoc d; assume d >= 1; x = x + d; y = y + d", check: "y >= 40"},
	{name: "input-clamp", vars: "int x d", init: "x = 0", guard: "x < 100", body: "havoc d; x = d > 0 ? x + 1 : x", check: "x <= 100"},
	// Phases and branches.
	{name: "phases", vars: "int x y", init: "x = 0; y = 50", guard: "x < 100", body: "y = x < 50 ? y : y + 1; x = x + 1", check: "y <= 100", max: 3},
	{name: "two-phase-flag", vars: "int x f", init: "x = 0; f = 0", guard: "x < 10", body: "f = x > 4 ? 1 : f; x = x + 1", check: "f == 0 || f == 1"},
	{name: "branch-input", vars: "int x y c", init: "x = 0; y = 0", guard: "x + y < 20", body: "havoc c; x = c == 0 ? x + 1 : x; y = c == 0 ? y : y + 1", check: "x >= 0 && y >= 0"},
	{name: "lock", vars: "int lock new old c", init: "lock = 0; old = 0; new = 1", guard: "new != old", body: "havoc c; lock = c == 0 ? 0 : 1; old = new; new = c == 0 ? new + 1 : new", check: "lock == 1"},
	{name: "saturate", vars: "int x", init: "assume x <= 10", guard: "x < 10", body: "x = x + 3 > 10 ? 10 : x + 3", check: "x == 10"},
	{name: "abs", vars: "int x y", init: "assume x >= -5 && x <= 5; y = x < 0 ? -x : x", guard: "y > 0", body: "y = y - 1", check: "y == 0"},
	{name: "max", vars: "int m v i", init: "m = 0; i = 0", guard: "i < 8", body: "havoc v; m = v > m ? v : m; i = i + 1", check: "m >= 0"},
	{name: "disjunctive", vars: "int x y", init: "assume x == 1 || x == 2; y = 0", guard: "y < 5", body: "y = y + x", check: "y <= 6"},
	{name: "state-machine", vars: "int s i n", init: "s = 0; i = 0", guard: "i < n", body: "s = s == 0 ? 1 : (s == 1 ? 2 : 0); i = i + 1", check: "s >= 0 && s <= 2"},
	// Parity and congruences.
	{name: "even", vars: "int x n", init: "x = 0", guard: "n > 0", body: "x = x + 2; n = n - 1", check: "x % 2 == 0"},
	{name: "even-ne", vars: "int x n", init: "x = 0", guard: "n > 0", body: "x = x + 2; n = n - 1", check: "x != 7"},
	{name: "odd-bound", vars: "int x", init: "x = 1", guard: "x < 20", body: "x = x + 2", check: "x == 21"},
	{name: "mod3", vars: "int x y n", init: "x = 3 * y", guard: "n > 0", body: "x = x + 3; n = n - 1", check: "x % 3 != 1"},
	{name: "toggle", vars: "int b i", init: "b = 0; i = 0", guard: "i < 20", body: "b = 1 - b; i = i + 1", check: "b == i % 2"},
	// Arrays.
	{name: "array-init", vars: "int i n; arr a", init: "assume n >= 1; i = 0", guard: "i < n", body: "a[i] = 7; i = i + 1", check: "a[0] == 7"},
	{name: "array-keep", vars: "int i n; arr a", init: "i = 1; a[0] = 5", guard: "i < n", body: "a[i] = i; i = i + 1", check: "a[0] == 5"},
	{name: "array-max", vars: "int i n m; arr a", init: "assume n >= 1; i = 0; m = a[0]", guard: "i < n", body: "m = a[i] > m ? a[i] : m; i = i + 1", check: "m >= a[0]"},
	{name: "mem-keep", vars: "u32 p q v i; mem m", init: "assume p != q; m[p] = 1; i = 0", guard: "i < 10", body: "havoc v; m[q] = v; i = i + 1", check: "m[p] == 1"},
	// Bit-vectors.
	{name: "bv-count", vars: "u32 i n", init: "i = 0", guard: "i < n", body: "i = i + 1", check: "i == n"},
	{name: "bv-wrap", vars: "u8 x y", init: "x = 0; y = 0", guard: "y < 200", body: "x = x + 1; y = y + 1", check: "x == y"},
	{name: "bv-signed", vars: "s32 i", init: "i = 0", guard: "i < 1000", body: "i = i + 1", check: "i == 1000"},
	{name: "bv-even", vars: "u32 x n", init: "x = 0", guard: "n > 0", body: "x = x + 2; n = n - 1", check: "x % 2 == 0"},
	{name: "bv-mask", vars: "u32 x v i", init: "x = 0; i = 0", guard: "i < 5", body: "havoc v; x = (x ^ v) & 15; i = i + 1", check: "x < 16"},
	{name: "bv-shift", vars: "u32 x i", init: "x = 1; i = 0", guard: "i < 4", body: "x = x << 1; i = i + 1", check: "x != 0"},
	{name: "bv-two", vars: "u32 x y", init: "x = 0; y = 0", guard: "x < 100", body: "x = x + 1; y = y + 1", check: "x == y"},
	{name: "bv-input", vars: "s32 x d", init: "x = 0", guard: "x < 100", body: "havoc d; x = d > 0 ? x + 1 : x", check: "x <= 100"},
	// Nonlinear and real.
	{name: "square", vars: "int x y n", init: "x = 0; y = n * n", guard: "x < 5", body: "x = x + 1", check: "y >= 0"},
	{name: "product", vars: "int x y a", init: "x = 0; y = 0", guard: "x < 10", body: "x = x + 1; y = y + a", check: "y == a * x"},
	{name: "triangle", vars: "int i s n", init: "assume n >= 0; i = 0; s = 0", guard: "i < n", body: "s = s + i; i = i + 1", check: "2 * s == n * (n - 1)"},
	{name: "real-half", vars: "real x", init: "x = 1", guard: "x > 0", body: "x = x / 2", check: "x <= 0"},
	{name: "real-bound", vars: "real x y", init: "x = 0; y = 1", guard: "x < 10", body: "x = x + y; y = y / 2", check: "y >= 0"},
	// Floats.
	{name: "float-keep", vars: "f64 x y", init: "x = 1; y = 0", guard: "y < 3", body: "y = y + 1", check: "x == 1", max: 2},
}
