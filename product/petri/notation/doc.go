// Package notation reads and writes nets in a short notation, a transition a line:
//
//	p=2 q=0            the places in their order, with their tokens
//	t: 2p + q -> 3r    consumes 2 from p and 1 from q, produces 3 in r
//	u: r -> r, p<1     a read arc, and an inhibitor arc of weight 1
package notation
