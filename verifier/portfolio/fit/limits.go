package fit

const (
	worthDividing = 0.97 // of the cost of a class is what a division of it must leave, at most
	elsewhere     = 0.05 // of a program, when the steps of a class are chosen that it does not belong to
	chance        = 0.3  // of a program that a step solves does not count: one may be solved by chance
	startup       = 0.06 // seconds of processor time until a worker begins to search
)
