package project

// maxTasks bounds the tasks of a project after patterns are expanded.
const maxTasks = 10000

// maxFiles bounds the files of a program.
const maxFiles = 1000
