package model

import (
	"fmt"
	"slices"
	"strings"

	"mpc/lang"
)

// otherTypes are what other languages, and people, call types of this one; "" is text, which
// labels the members of a range.
var otherTypes = map[string]string{
	"float": "real", "double": "real", "number": "real", "numeric": "real", "decimal": "real", "continuous": "real", "scalar": "real", "float64": "real", "float32": "real",
	"integer": "int", "long": "int", "count": "int", "counts": "int", "nat": "int", "natural": "int", "uint": "int", "int64": "int", "int32": "int",
	"boolean": "bool", "logical": "bool", "truth": "bool", "flag": "bool", "binary": "bool",
	"string": "", "str": "", "text": "", "char": "", "character": "", "label": "", "category": "", "factor": "", "enum": "", "date": "", "time": "", "datetime": "",
}

// typeHint says what stands for a type that there is not.
func (c *checker) typeHint(in *lang.Input) string {
	t := in.Type
	sizes := sizesText(t)
	known, other := otherTypes[strings.ToLower(t.Base)]
	switch r := c.inputs[t.Base]; {
	case r != nil && r.Type.Kind == RangeKind:
		return fmt.Sprintf("%s is a range; a member of it is index(%s)", r.Name, r.Name)
	case c.unknownRange(in) && lang.Nearest(t.Base, typeNames()) != "range":
		return "write range"
	case (t.Base == "array" || t.Base == "list" || t.Base == "tensor") && len(t.Dims) > 0:
		return fmt.Sprintf("write real%s, or int%s", sizes, sizes)
	case other && known != "":
		return fmt.Sprintf("write %s%s", known, sizes)
	case other:
		return fmt.Sprintf("text in data labels the members of a range: declare that, kind: range, and write %s: index(kind)%s", in.Name.Name, sizes)
	}
	if n := lang.Nearest(t.Base, typeNames()); n != "" {
		return fmt.Sprintf("did you mean %s?", n)
	}
	return fmt.Sprintf("types are real, int, bool, range, index(R), vector(K), matrix(K, L) and the distributions %s", strings.Join(Families(), ", "))
}

// unknownRange tells whether an input has a type that there is not and is used as a range.
func (c *checker) unknownRange(in *lang.Input) bool {
	return len(in.Type.Dims) == 0 && !slices.Contains(typeNames(), in.Type.Base) && !slices.Contains(laterTypes, in.Type.Base) && c.usedAsRange(in.Name.Name)
}

// usedAsRange tells whether an input has members of that name, or arrays or a loop run over it.
func (c *checker) usedAsRange(name string) bool {
	is := func(x lang.Expr) bool {
		n, ok := x.(*lang.Name)
		return ok && n.Name == name
	}
	for _, other := range c.file.Inputs {
		if slices.ContainsFunc(other.Type.Dims, is) || other.Type.Base == "index" && slices.ContainsFunc(other.Type.Params, is) {
			return true
		}
	}
	found := false
	walkLoops(c.file.Program, func(l *lang.For) { found = found || l.Domain.Hi == nil && is(l.Domain.Lo) })
	return found
}

// walkLoops calls f for each loop that statements hold.
func walkLoops(list []lang.Stmt, f func(*lang.For)) {
	for _, s := range list {
		switch s := s.(type) {
		case *lang.For:
			f(s)
			walkLoops(s.Body, f)
		case *lang.If:
			walkLoops(s.Then, f)
			walkLoops(s.Else, f)
		case *lang.Switch:
			walkLoops(s.Body, f)
		case *lang.Repeat:
			walkLoops(s.Body, f)
		}
	}
}

// sizesText is what stands in the brackets of a type, "" where there are none.
func sizesText(t lang.TypeExpr) string {
	if len(t.Dims) == 0 {
		return ""
	}
	list := make([]string, len(t.Dims))
	for i, d := range t.Dims {
		list[i] = fmt.Sprint(d)
	}
	return "[" + strings.Join(list, ", ") + "]"
}
