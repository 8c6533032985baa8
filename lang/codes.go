package lang

// The codes of all diagnostics, by the stage that gives them first. docs/codes has a
// page on each. The stages have names of their own for those that they give.
const (
	// lang
	CodeEncoding     = "encoding"      // not UTF-8, or a control character
	CodeEmpty        = "empty"         // no text, or no statements
	CodeYAML         = "yaml"          // not YAML
	CodeYAMLFeature  = "yaml-feature"  // YAML that a model file does not use: anchors, tags, several documents
	CodeUnknownKey   = "unknown-key"   // a key that means nothing
	CodeDuplicateKey = "duplicate-key" // a key or name given twice
	CodeMissingKey   = "missing-key"   // a key that is required
	CodeWrongKind    = "wrong-kind"    // a list where a number is wanted, and the like
	CodeBadValue     = "bad-value"     // a number out of range, a word that is not one of the choices
	CodeBadName      = "bad-name"      // not a name, or a reserved one
	CodeSyntax       = "syntax"        // not a statement, expression or type
	CodeNumber       = "number"        // not a number as JSON has it
	CodeUnclosed     = "unclosed"      // a bracket without its partner
	CodeTooDeep      = "too-deep"      // nested too deeply
	CodeTooMany      = "too-many"      // too many errors
	CodeTooLarge     = "too-large"     // more text than the compiler takes

	// model, factor, message
	CodeUnknownName     = "unknown-name"      // a name that is defined nowhere
	CodeUnused          = "unused"            // a name that nothing reads
	CodeDouble          = "double-definition" // an element defined twice
	CodeUndefined       = "undefined"         // an element that is read and never defined
	CodeType            = "type"              // a value of the wrong type
	CodeIndex           = "index"             // an index out of its range
	CodeArguments       = "arguments"         // too many arguments, too few, or of a wrong name
	CodeScale           = "scale"             // a distribution whose scale has no name
	CodeUnsupported     = "unsupported"       // what the language has and the compiler has not
	CodeInfer           = "infer"             // what cannot be inferred
	CodeCycle           = "cycle"             // a value that is computed from itself
	CodeContradiction   = "contradiction"     // data of probability zero
	CodeCardinality     = "cardinality"       // how many values a whole number has
	CodeSymmetry        = "symmetry"          // elements that no iteration tells apart
	CodeShared          = "shared"            // a variable that batches of data cannot share
	CodeBlock           = "block"             // variables that cannot be drawn together
	CodeIntegrate       = "integrate"         // numbers that cannot be integrated numerically
	CodePower           = "power"             // power EP of what has no sites
	CodeNoOperator      = "no-operator"       // a factor that the algorithm cannot do
	CodeMethod          = "method"            // a way to draw a variable that is none, or cannot be
	CodeUnknownOperator = "unknown-operator"  // a wrong choice in the key operators
	CodeDependent       = "dependent"         // arguments of a factor that depend on one variable
	CodeFactorized      = "factorized"        // posteriors of EP that are products, and too narrow
	CodeUndetermined    = "undetermined"      // the data say next to nothing of a combination of numbers
	CodeSeparable       = "separable"         // a combination tells all truths apart
	CodeMoments         = "moments"           // moments of a function that come from rare values, or are none
	CodeInexact         = "inexact"           // posteriors of EP that importance sampling finds to be off

	// schedule
	CodeUnschedulable = "unschedulable" // updates that wait for each other
	CodeSequential    = "sequential"    // what iterate.sequential asks for and the schedule does not do; BUGS statements that no loop runs in order

	// data
	CodeDataFile          = "data-file"     // a file that cannot be read
	CodeDataSyntax        = "data-syntax"   // not JSON, not CSV
	CodeUnknownInput      = "unknown-input" // a key or column that names no input
	CodeMissingInput      = "missing-input" // an input without value
	CodeDataType          = "data-type"     // a value of the wrong type
	CodeDataShape         = "data-shape"    // an array of the wrong length or depth
	CodeDataRange         = "data-range"    // an index out of its range, a negative size
	CodeDataNumber        = "data-number"   // a number that is too large, or not finite
	CodeDataLabel         = "data-label"    // a label that is not in the list, or twice
	CodeDataConflict      = "data-conflict" // two inputs that say different sizes
	CodeDataEmpty         = "data-empty"    // a file without content
	CodeDataUnused        = "data-unused"   // columns that no input names
	CodeDataMatrix        = "data-matrix"   // a matrix that is not symmetric and positive definite
	CodeDataProbabilities = "data-vector"   // a vector that is no vector of probabilities, or not positive
	CodeDataTooDeep       = "data-too-deep" // nested too deeply
	CodeBatch             = "batch"         // batches that do not go together
	CodePrior             = "prior"         // a result file that does not give the priors asked for

	// a run
	CodeNotFinite  = "not-finite" // a message or a datum that is NaN or overflows
	CodeImproper   = "improper"   // a posterior that is not integrable
	CodeParameter  = "parameter"  // a parameter that the distribution cannot have
	CodeDivergence = "divergence" // an iteration that runs away
	CodeRounding   = "rounding"   // draws that roundings make
)
