// Package data reads what the caller gives to a model, from JSON, CSV or a
// folder of CSV files, checks every value against the model's inputs, and
// evaluates expressions of inputs and constants.
//
// Each mistake is a diagnostic with the file, line and column of the value that
// is wrong. A set that is returned without an error is complete: every input
// has a value of its type, every array the shape that the model says, every
// index lies in its range.
package data

import "mpc/lang"

// Codes of the diagnostics of this package.
const (
	CodeFile          = lang.CodeDataFile          // a file that cannot be read
	CodeSyntax        = lang.CodeDataSyntax        // not JSON, not CSV
	CodeUnknown       = lang.CodeUnknownInput      // a key or column that names no input
	CodeDuplicate     = lang.CodeDuplicateKey      // an input given twice
	CodeMissing       = lang.CodeMissingInput      // an input without value
	CodeType          = lang.CodeDataType          // a value of the wrong type
	CodeShape         = lang.CodeDataShape         // an array of the wrong length or depth
	CodeRange         = lang.CodeDataRange         // an index out of its range, a negative size
	CodeNumber        = lang.CodeDataNumber        // a number that is too large, or not finite
	CodeLabel         = lang.CodeDataLabel         // a label that is not in the list, or twice
	CodeConflict      = lang.CodeDataConflict      // two inputs that say different sizes
	CodeEmpty         = lang.CodeDataEmpty         // a file without content
	CodeUnused        = lang.CodeDataUnused        // columns that no input names
	CodeMatrix        = lang.CodeDataMatrix        // a matrix that is not symmetric and positive definite
	CodeProbabilities = lang.CodeDataProbabilities // a vector that is no vector of probabilities, or not positive
	CodeTooDeep       = lang.CodeDataTooDeep       // nested too deeply
)
