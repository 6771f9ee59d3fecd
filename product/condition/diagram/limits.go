package diagram

// levelsPer is the number of levels for atoms with the same last symbol; further ones come among those of the next symbols.
const levelsPer = 1 << 16
