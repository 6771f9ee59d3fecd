package farkas

// entriesPerUnit is the number of tableau entries changed by a pivot for one unit of package work.
const entriesPerUnit = 50
