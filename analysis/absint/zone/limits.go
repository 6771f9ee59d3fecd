package zone

// maxBound is the greatest absolute bound that is kept: sums of a few cannot overflow.
const maxBound = 1 << 60
