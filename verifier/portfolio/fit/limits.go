package fit

const (
	worthDividing = 0.97 // a division of a class must reduce its cost to this fraction or less
	elsewhere     = 0.05 // weight of a program outside the class whose steps are chosen, against 1 within it
	chance        = 0.3  // programs that a step solves by chance: so much is subtracted from the number solved
	startup       = 0.06 // seconds of processor time until a worker begins to search
)
