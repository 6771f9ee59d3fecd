package c23

// maxConstant bounds the text of a constant's value, which other constants repeat, in bytes.
const maxConstant = 4000

// maxNested bounds how deep structs that constexpr declares, and typedefs of them, are looked through.
const maxNested = 12

// maxMembers bounds how many members such a struct has.
const maxMembers = 200

// maxScopes bounds how deep constructs are in each other where scopes are followed.
const maxScopes = 20_000

// maxInferred bounds the text of an initializer from which the type of an object follows, in bytes.
const maxInferred = 1 << 16
