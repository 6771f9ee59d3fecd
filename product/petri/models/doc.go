// Package models generates the nets of the thesis's chapter on Petri nets, each with the question that is asked about it: the
// figures of the text, and its parametrised families.
//
//	Generate("distant", 3, 2)    figure 1.12: a chain of 3 buffers, 2 tokens missing, reachable
//	Generate("counter", 8)       a binary counter of 8 bits with inhibitor arcs; all bits can be set
//
// Figures that are images in the text were rebuilt from what it tells about them. Of the families the text defines the dining
// philosophers and the counter, with the numbers of nodes and arcs; the others are known by name, sizes and parameters: FMS and Kanban
// as in their sources (Ciardo and Trivedi 1993; Tilgner, Takahashi and Ciardo 1996), with targets of our own; the chains n+k
// are rebuilt so that the smallest solutions have the sizes of table 1.3.
package models
