// Package bounds has what octagons and zones share: linear forms over integer points, bounded by sums of bounds of single dimensions and of pairs of them, which
// are machine integers.
package bounds
