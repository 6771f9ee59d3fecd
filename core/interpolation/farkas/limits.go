package farkas

// entriesPerUnit is the number of tableau entries that a pivot changes for a unit of package work.
const entriesPerUnit = 50
