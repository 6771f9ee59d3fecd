// Package errorpath encodes paths to the error as formulas, which engines check
// and interpolate, and reads executions from their models.
package errorpath
