package lang

// The codes of the diagnostics of this package.
const (
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
)
