package fit

// worthDividing is what a division of a class must leave of its cost, at most.
const worthDividing = 0.97
