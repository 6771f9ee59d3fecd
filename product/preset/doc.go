// Package preset holds the configurations that the five source texts publish, each as flags of one of cupel's commands.
//
// A preset contains what the text says and nothing of our own: analyses that would decide a task before the engine are off
// (Alone). Each names the section or table that it is taken from. Flags on the command line change a preset further.
// The file of each text holds its presets; product/reproduce runs its experiments with them.
package preset
