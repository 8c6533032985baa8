// Package data reads what the caller gives to a model, from JSON, CSV or a
// folder of CSV files, checks every value against the model's inputs, and
// evaluates expressions of inputs and constants.
//
// Each mistake is a diagnostic with the file, line and column of the value that
// is wrong. A set that is returned without an error is complete: every input
// has a value of its type, every array the shape that the model says, every
// index lies in its range.
package data

// Codes of the diagnostics of this package.
const (
	CodeFile          = "data-file"     // a file that cannot be read
	CodeSyntax        = "data-syntax"   // not JSON, not CSV
	CodeUnknown       = "unknown-input" // a key or column that names no input
	CodeDuplicate     = "duplicate-key" // an input given twice
	CodeMissing       = "missing-input" // an input without value
	CodeType          = "data-type"     // a value of the wrong type
	CodeShape         = "data-shape"    // an array of the wrong length or depth
	CodeRange         = "data-range"    // an index out of its range, a negative size
	CodeNumber        = "data-number"   // a number that is too large, or not finite
	CodeLabel         = "data-label"    // a label that is not in the list, or twice
	CodeConflict      = "data-conflict" // two inputs that say different sizes
	CodeEmpty         = "data-empty"    // a file without content
	CodeUnused        = "data-unused"   // columns that no input names
	CodeMatrix        = "data-matrix"   // a matrix that is not symmetric and positive definite
	CodeProbabilities = "data-vector"   // a vector that is no vector of probabilities, or not positive
	CodeTooDeep       = "data-too-deep" // nested too deeply
)
