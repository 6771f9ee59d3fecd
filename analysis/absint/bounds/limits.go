package bounds

// Greatest is the greatest absolute bound that is kept: sums of a few cannot overflow.
const Greatest = 1 << 60
