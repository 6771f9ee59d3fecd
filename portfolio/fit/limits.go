package fit

const (
	worthDividing = 0.97 // of the cost of a class is what a division of it must leave, at most
	startup       = 0.06 // seconds of processor time until a worker begins to search
)
