package project

// maxTasks bounds the tasks of a project, patterns expanded.
const maxTasks = 10000
