// Package matrix has the linear algebra over the rationals that loops need: echelon forms with kernels, products and inverses of small matrices.
//
// Source: Gauss-Jordan elimination, with exact numbers.
package matrix
