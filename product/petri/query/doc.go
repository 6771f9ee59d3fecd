// Package query parses predicates over markings as users write them on the command line.
//
//	predicate   = implication
//	implication = disjunction [ "=>" implication ]
//	disjunction = conjunction { "||" conjunction }
//	conjunction = unary { "&&" unary }
//	unary       = "!" unary | "(" predicate ")" | "true" | "false" | "deadlock"
//	            | "fireable" "(" name { "," name } ")" | comparison
//	comparison  = sum ( "<=" | "<" | ">=" | ">" | "==" | "=" | "!=" ) sum
//	sum         = [ "-" ] term { ( "+" | "-" ) term }
//	term        = number | [ number "*" ] name | name "*" number
//	name        = letter { letter | digit | "_" | "." } | '"' characters '"'
//
// For example:
//
//	p1 + 2*p2 >= 3 && !fireable(t3) || "odd name" == 0
//
// A name is the identifier of a node or, if no node has that identifier, its label if only one node bears it.
// In quotes, \" and \\ stand for themselves. fireable of several transitions means any of them.
package query
