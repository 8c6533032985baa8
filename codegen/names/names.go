// Package names gives Go identifiers to the names of a model. While a package is
// printed, a reference stands for each name of the model, which no Go text of the
// compiler has: what is around it cannot be mistaken for it. When all is printed, Link
// knows every other identifier of the package, and chooses those of the model such that
// none is declared twice and none hides another.
package names

import (
	"go/token"
	"regexp"
	"strings"
	"unicode"
)

// A kind says what a reference becomes.
type kind string

// Kinds are letters of Go that no name of a model has.
const (
	local    kind = "ᴸ" // a local variable or a field
	exported kind = "ᴱ" // exported
	accessor kind = "ᴬ" // the method for the posterior of a variable
	setter   kind = "ᵀ" // the method that replaces an input
	end           = "ʾ"
)

var reference = regexp.MustCompile(`([ᴸᴱᴬᵀ])([A-Za-z0-9_]+)ʾ`)

// Local refers to a name of the model as a local variable or an unexported field. Its
// first letter stays as it is, so that an input T and a loop index t are two.
func Local(name string) string { return string(local) + name + end }

// Exported refers to a name of the model as an exported one: draw_margin is DrawMargin.
// A reference, or an identifier that begins with one, it makes exported too.
func Exported(name string) string {
	if at := reference.FindStringSubmatchIndex(name); at != nil && at[0] == 0 {
		return string(exported) + name[at[4]:]
	}
	return string(exported) + name + end
}

// Accessor refers to a variable as the method that returns its posterior.
func Accessor(name string) string { return string(accessor) + name + end }

// QuantileAccessor refers to the method that returns quantiles of a variable's posterior.
func QuantileAccessor(name string) string { return Accessor(name) + "Quantiles" }

// Setter refers to an input as the method that replaces it.
func Setter(name string) string { return string(setter) + name + end }

// Plain is text with the identifiers that its references become where nothing else is
// called so.
func Plain(text string) string {
	if !strings.Contains(text, end) {
		return text
	}
	return reference.ReplaceAllStringFunc(text, func(ref string) string {
		m := reference.FindStringSubmatch(ref)
		return plain(kind(m[1]), m[2])
	})
}

func plain(k kind, name string) string {
	switch n := camel(name); k {
	case local:
		return name[:1] + n[1:]
	case accessor:
		if reserved[n] || strings.HasPrefix(n, "Set") && len(n) > 3 {
			n += "_"
		}
		return n
	case setter:
		if n = "Set" + n; reserved[n] {
			n += "_"
		}
		return n
	default:
		return n
	}
}

// camel turns a name of the model into an exported Go name.
func camel(name string) string {
	var b strings.Builder
	up := true
	for _, r := range name {
		if r == '_' {
			up = true
			continue
		}
		if up {
			r = unicode.ToUpper(r)
			up = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// reserved are methods that some generated packages have: no accessor takes their
// names, also where there are none of them.
var reserved = map[string]bool{
	"Run": true, "SetData": true, "LogEvidence": true, "EvidenceTerms": true, "EvidenceTerm": true, "MarshalBinary": true, "UnmarshalBinary": true, "Data": true, "Inference": true,
	"Shared": true, "SetShared": true, "Columns": true, "Summary": true,
}

// notPackages are names that a package, or the folder that it is in, cannot have: the go
// command leaves out a package documentation, a folder testdata and what is vendored,
// nothing can import a package init, and the others are devices of Windows.
var notPackages = regexp.MustCompile(`(?i)^(documentation|testdata|vendor|init|con|prn|aux|nul|com[0-9]|lpt[0-9])$`)

// Package is the name of the package of a model.
func Package(model string) string {
	if notPackages.MatchString(model) || token.IsKeyword(model) {
		return model + "_"
	}
	return model
}
