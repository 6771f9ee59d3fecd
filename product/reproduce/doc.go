// Package reproduce runs the experiments of the five source texts with their published configurations (package preset) over folders
// of tasks, and writes each as a table beside the published figures. Besides it has the examples of texts on termination, with the step that decides each.
//
//	experiments, err := reproduce.Select("gps")          all of a text, or one by its name
//	result, err := reproduce.Run(ctx, e, tasks, options)  resumable; product/bench keeps the journal
//	reproduce.WriteMarkdown(w, result)                    and WriteCSV, WriteHTML
//
// Absolute figures do not carry over: tasks, machine, limits and solver are others, and each table says so. What an experiment claims
// are relations between its configurations (more safe tasks are solved with than without a part, a domain needs fewer iterations than
// another); an Order states one of them, and the table says whether it holds here, in numbers.
//
// Each file named after a text holds its experiments with their sources: section, table or figure.
package reproduce
