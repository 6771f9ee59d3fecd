package fit

const (
	worthDividing = 0.97 // a division of a class must reduce its cost to this fraction or less
	elsewhere     = 0.05 // weight of a program outside the class whose steps are chosen, against 1 within it
	chance        = 0.3  // programs that a step solves by chance: so much is subtracted from the number solved
	factorRounds  = 4    // bounds the rounds in which every engine's factor is chosen
	shortest      = 0.25 // seconds, below which the best engine's time is no measure of the loss
	startup       = 0.06 // seconds of processor time until a worker begins to search
)
