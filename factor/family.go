package factor

import (
	"mpc/families"
	"mpc/model"
)

// families finds the family of each variable: from the factor that defines it,
// for the result of a function from the families of the arguments.
func (b *builder) families() {
	for changed := true; changed; {
		changed = false
		for _, v := range b.graph.Variables {
			if v.Family != Unknown {
				continue
			}
			for _, e := range v.Edges {
				if f := e.implies(); e.Defines && f != Unknown {
					v.Family, changed = f, true
					break
				}
			}
		}
	}
	for _, v := range b.graph.Variables {
		if v.Family == Unknown && v.addedUp() {
			v.Family = Normal
		}
	}
	for _, v := range b.graph.Variables {
		if v.Family == Unknown && !b.HasErrors() {
			b.Errorf(v.At, CodeNoOperator, "the family of %s cannot be found: it is defined by itself alone", v.Name)
		}
	}
}

// implied has the factors that give their output a family of another name than
// their own.
var implied = map[string]Family{
	"mvnormal_precision": "mvnormal", "mvnormal_covariance": "mvnormal", "wishart_scale": "wishart", "wishart_inverse": "wishart",
	"dot_vector": Normal, "component": Normal,
	"normal_variance": Normal, "normal_linear": Normal, "normal_precision": Normal, "truncated_normal": Normal, "uniform": Normal,
	"bernoulli_logit": Bernoulli, "bernoulli_probit": Bernoulli,
	"difference": Normal, "shift": Normal, "dot": Normal, "log": Normal, "max": Normal, "min": Normal,
	"logistic": Beta, "softmax": "dirichlet", "greater_than": Bernoulli, "between": Bernoulli, "not": Bernoulli, "and": Bernoulli,
	"or": Bernoulli, "equal_bool": Bernoulli, "all": Bernoulli, "any": Bernoulli,
}

// implies is the family that the defining factor gives to its output, Unknown
// where it depends on arguments that are not known yet.
func (e *Edge) implies() Family {
	f := e.Factor
	if fam, ok := implied[f.Kind.Name]; ok {
		return fam
	}
	if families.Named(f.Kind.Name) != nil {
		return Family(f.Kind.Name)
	}
	of := func(slot string) Family {
		if s := f.Slot(slot); s.Edge != nil {
			return s.Edge.Variable.Family
		}
		return Unknown
	}
	switch f.Kind.Name {
	case "sum":
		return sumOf(of("a"), of("b"))
	case "sum_of":
		return sumOf(of("terms"), of("terms"))
	case "exit":
		return of("inner")
	case "enter", "enter_one":
		return of("outer")
	case "given":
		return Family(f.Slots[1].Data.Type.Family)
	case "copy", "scale":
		return of("a")
	case "product", "ratio":
		a, b := of("a"), of("b")
		switch {
		case a == Normal || b == Normal:
			return Normal // a scale times a normal
		case a == Bernoulli && f.Slot("b").Edge == nil || b == Bernoulli && f.Slot("a").Edge == nil:
			return Normal // a number times a truth, which counts as 0 or 1
		case a == Unknown:
			return b
		}
		return a
	case "equal":
		// The variable is defined by a constant here; what else defines elements
		// of it says more.
		for _, other := range e.Variable.Edges {
			if other.Defines && other.Factor.Kind.Name != "equal" {
				return Unknown
			}
		}
		return Normal
	case "exp":
		return e.Variable.expFamily()
	}
	return Unknown
}

// sumOf is the family of a sum: a gamma, as positive terms make it, if all terms
// are gammas, else a normal; Unknown where that is not seen yet.
func sumOf(a, b Family) Family {
	switch {
	case a == Gamma && b == Gamma:
		return Gamma
	case (a == Unknown || a == Gamma) && (b == Unknown || b == Gamma):
		return Unknown
	}
	return Normal
}

// addedUp tells whether a sum defines v.
func (v *Variable) addedUp() bool {
	for _, e := range v.Edges {
		if k := e.Factor.Kind.Name; e.Defines && (k == "sum" || k == "sum_of") {
			return true
		}
	}
	return false
}

// expFamily is the family of the result of exp: what its uses want. A value
// that is added or that is the mean of a normal is normal, one that is seen as
// an inverse gamma is that, any other is a gamma.
func (v *Variable) expFamily() Family {
	for _, e := range v.Edges {
		switch e.Factor.Kind.Name {
		case "inversegamma":
			if e.Slot.Name == "x" {
				return InverseGamma
			}
		case "sum", "difference", "shift", "sum_of", "dot", "max", "min", "greater_than", "between":
			return Normal
		case "normal_linear":
			return Normal
		case "normal_variance", "normal_precision":
			if e.Slot.Name == "mean" || e.Slot.Name == "x" {
				return Normal
			}
		}
	}
	return Gamma
}

// inits checks that initial marginals are of the family of their variable.
func (b *builder) inits() {
	for _, v := range b.graph.Variables {
		d := v.Init
		if d == nil || v.Family == Unknown {
			continue
		}
		name := d.Name
		if name == model.Random {
			if v.Family.Row().Random == nil {
				b.Errorf(d.At, CodeUnsupported, "a random initial marginal of %s, which is %s, is not supported by this version", v.Name, v.Family).
					WithHint("start other variables at random, or give one: an input of type %s", v.Family)
			}
			continue
		}
		if name == "given" {
			name = d.Args[0].Type.Family
		}
		if v.Family.Row().Vector() && d.Name != "given" {
			b.Errorf(d.At, CodeUnsupported, "an initial marginal of %s, a vector or matrix, that is written in the model is not supported by this version", v.Name).
				WithHint("declare an input of type %s(K), and give it as init: {%s: start}", v.Family, v.Name)
			continue
		}
		if name == "point" && v.Point || name == v.Family.String() {
			continue
		}
		if name == "point" {
			b.Errorf(d.At, CodeUnsupported, "a point as the initial marginal of %s, which gets no point estimate, is not supported by this version", v.Name).
				WithHint("give a %s, or add point: [%s]", v.Family, v.Name)
			continue
		}
		b.Errorf(d.At, CodeNoOperator, "the initial marginal of %s is %s, but its messages are %s", v.Name, name, v.Family)
	}
}
