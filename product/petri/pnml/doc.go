// Package pnml reads place/transition nets in the Petri Net Markup Language (ISO/IEC 15909-2) and the property
// files of the Model Checking Contest (MCC).
//
//	<place id="p"><initialMarking><text>2</text></initialMarking></place>       place p with 2 tokens
//	<transition id="t"/>  <arc id="a" source="p" target="t"/>                    t consumes 1 token from p
//
// [Read] accepts ptnet documents with any number of nested pages and reference nodes, and these dialects:
// inhibitor and read arcs as TAPAAL, PIPE and PetriDotNet write them (attribute, value or text of a type
// element), PetriDotNet's tool-specific arc weights (the larger of both counts), PIPE's value elements in the
// form "Default,1", documents without a namespace or with a byte order mark. Nets whose semantics is not that
// of a place/transition net (coloured or timed nets, capacities, reset and transport arcs) are rejected.
//
// [ReadProperties] accepts reachability formulas over token counts, fireability and deadlock under one EF or AG
// quantifier; other CTL and LTL formulas are rejected.
//
// [Write] and [WriteProperties] write documents that read back as equal nets and properties, in TAPAAL's dialect.
//
// Every invalid document gives an [Error] with position and advice.
package pnml
