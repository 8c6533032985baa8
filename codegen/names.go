package codegen

import (
	"go/token"
	"slices"
	"strings"
	"unicode"

	"mpc/families"
	"mpc/model"
)

// exported turns a name of the model into an exported Go name: draw_margin is
// DrawMargin.
func exported(name string) string {
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

// taken are names that a local variable must not shadow: those that generated
// functions use themselves.
var taken = map[string]bool{
	"inf": true, "math": true, "fault": true, "err": true, "int": true, "float64": true, "bool": true, "len": true,
	"min": true, "max": true, "true": true, "false": true, "nil": true, "append": true, "make": true, "cap": true,
	"copy": true, "error": true, "string": true, "int32": true, "any": true, "q": true, "m": true, "old": true, "sum": true,
	"improper": true, "contradiction": true, "notFinite": true, "noFault": true,
	"acc": true, "best": true, "lo": true, "hi": true, "product": true, "change": true,
	"begun": true, "proper": true, "logSum": true, "work": true, "overlap": true, "logZ": true,
	"stretch": true, "found": true, "isFinite": true,
	"dist": true, "operators": true, "special": true, "mcmc": true, "samples": true, "stream": true, "mvWork": true, "pointSearch": true, "otherCopies": true,
}

// ofFamily tells whether a name is that of a family's type or of one of its
// constructors.
func ofFamily(name string) bool {
	for _, fam := range families.All() {
		if strings.HasPrefix(name, fam.Go()) && slices.Contains(fam.Names(), name) {
			return true
		}
	}
	return false
}

// local turns a name of the model into a Go name for a local variable or a
// field. Its first letter stays as it is, so that an input T and a loop index t
// are two.
func local(name string) string {
	n := exported(name)
	n = name[:1] + n[1:]
	if token.IsKeyword(n) || taken[n] || numbered(n) || ofTable(n) || ofFamily(n) {
		n += "_"
	}
	return n
}

// methods are names of the generated Inference that a variable's accessor must
// not take.
var methods = map[string]bool{
	"Run": true, "SetData": true, "LogEvidence": true, "EvidenceTerms": true, "EvidenceTerm": true, "MarshalBinary": true, "UnmarshalBinary": true, "Data": true, "Inference": true,
	"Shared": true, "SetShared": true, "Columns": true, "Summary": true,
}

// accessor is the method that returns the posterior of a variable.
func accessor(name string) string {
	n := exported(name)
	if methods[n] || strings.HasPrefix(n, "Set") && len(n) > 3 {
		n += "_"
	}
	return n
}

// elementAccessor is the method that returns one element of an array's posterior.
func elementAccessor(name string) string { return accessor(name) + "At" }

// A ClashError says that two names of a model become one in Go.
type ClashError struct {
	First, Second string // names of the model
	Go            string // what both become
}

func (e *ClashError) Error() string {
	return e.First + " and " + e.Second + " both become " + e.Go + " in Go"
}

// clash returns the first two names of a model that become one in Go, or nil.
func clash(m *model.Model) error {
	var first error
	seen := map[string]string{}
	check := func(space, name, becomes string) {
		key := space + becomes
		if other, ok := seen[key]; ok && other != name && first == nil {
			first = &ClashError{other, name, becomes}
		}
		seen[key] = name
	}
	for _, in := range m.Inputs {
		check("in ", in.Name, exported(in.Name))
		check("local ", in.Name, local(in.Name))
	}
	for _, v := range m.Variables {
		check("out ", v.Name, accessor(v.Name))
		if len(v.Dims) == 1 {
			check("out ", v.Name, elementAccessor(v.Name))
		}
		check("local ", v.Name, local(v.Name))
	}
	return first
}
