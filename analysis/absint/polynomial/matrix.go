package polynomial

import (
	"math/big"

	"cupel/core/rational"
)

// prime is the modulus of linear algebra.
const prime = 1<<31 - 1

// A matrix has numbers modulo prime, by rows.
type matrix [][]uint64

func identity(n int) matrix {
	out := make(matrix, n)
	for i := range out {
		out[i] = make([]uint64, n)
		out[i][i] = 1
	}
	return out
}

// widen adds columns of zeros, up to n.
func (m matrix) widen(n int) {
	for i, row := range m {
		m[i] = append(row, make([]uint64, n-len(row))...)
	}
}

// times is a product.
func (m matrix) times(n matrix) (out matrix) {
	for _, row := range m {
		sum := make([]uint64, len(n[0]))
		for i, c := range row {
			if c != 0 {
				add(sum, n[i], c)
			}
		}
		out = append(out, sum)
	}
	return out
}

// add adds a multiple of a row to another.
func add(to, row []uint64, times uint64) {
	for j, x := range row {
		if x != 0 {
			to[j] = (to[j] + x*times) % prime
		}
	}
}

func negative(x uint64) uint64 { return (prime - x) % prime }

// inverse is that of a number that is not zero, by Fermat.
func inverse(x uint64) uint64 {
	out := uint64(1)
	for e := uint64(prime - 2); e > 0; e >>= 1 {
		if e&1 == 1 {
			out = out * x % prime
		}
		x = x * x % prime
	}
	return out
}

// eliminated brings m into reduced row echelon form by its first n columns; the first rank rows are not zero there.
func (m matrix) eliminated(n int) (rank int) {
	for j := 0; j < n && rank < len(m); j++ {
		i := rank
		for i < len(m) && m[i][j] == 0 {
			i++
		}
		if i == len(m) {
			continue
		}
		m[rank], m[i] = m[i], m[rank]
		k := inverse(m[rank][j])
		for c, x := range m[rank] {
			m[rank][c] = x * k % prime
		}
		for r := range m {
			if r != rank && m[r][j] != 0 {
				add(m[r], m[rank], negative(m[r][j]))
			}
		}
		rank++
	}
	return rank
}

// kernel is a basis of the combinations of rows that are zero.
func (m matrix) kernel() (out matrix) {
	if len(m) == 0 {
		return nil
	}
	n := len(m[0])
	both := make(matrix, len(m))
	for i, row := range m {
		both[i] = append(append(make([]uint64, 0, n+len(m)), row...), make([]uint64, len(m))...)
		both[i][n+i] = 1
	}
	for _, row := range both[both.eliminated(n):] {
		out = append(out, row[n:])
	}
	return out
}

// reduced is a basis of the rows in reduced row echelon form.
func (m matrix) reduced() matrix {
	if len(m) == 0 {
		return nil
	}
	return m[:m.eliminated(len(m[0]))]
}

// residue is an integer modulo prime.
func residue(q rational.Q) uint64 { return new(big.Int).Mod(q.Num(), big.NewInt(prime)).Uint64() }

// fraction is the small fraction that a number stands for; false: none.
func fraction(x uint64) (rational.Q, bool) {
	for d := uint64(1); d <= maxDenominator; d++ {
		n := int64(x * d % prime)
		if n > prime/2 {
			n -= prime
		}
		if -maxCoefficient <= n && n <= maxCoefficient {
			return rational.FromInt(n).Div(rational.FromInt(int64(d))), true
		}
	}
	return rational.Zero, false
}
