package model

import (
	"slices"
	"strings"

	"mpc/lang"
)

// defaultDist checks the default of an input of distribution type: a distribution of its
// family with constant parameters, for each element of an array.
func (c *checker) defaultDist(input *Input, in *lang.Input) {
	family := input.Type.Family
	call, ok := in.Default.(*lang.Call)
	if !ok {
		c.Errorf(in.Default.Pos(), CodeType, "the default of %s is a distribution, not %s", input.Name, in.Default).
			WithHint("as %s", defaultForms[family])
		return
	}
	d := c.dist(call, scope{})
	if d == nil {
		return
	}
	good := d.Name == family || d.Point() != nil
	for _, x := range d.Args {
		_, known := ConstantVector(x)
		good = good && (known || x.Op == OpNumber)
	}
	sized := Distribution(family).Sized()
	if good && d.Point() != nil && c.model.Samples() && !sized {
		c.Errorf(d.At, CodeType, "the default of %s is a point, and Gibbs sampling draws from no point", input.Name)
		return
	}
	if good && (d.Name == family || sized) {
		good = d.Name == family && slices.ContainsFunc(defaultParameters[family], func(names []string) bool { return slices.Equal(names, d.Names) })
	}
	if !good {
		c.Errorf(d.At, CodeType, "the default of %s is %s with numbers as parameters, not %s", input.Name, article(family), in.Default).
			WithHint("as %s", defaultForms[family])
		return
	}
	if sized && !c.defaultSize(input, d) {
		return
	}
	input.DefaultDist = d
}

// defaultSize checks the size of a default of vectors or matrices, where it is known.
func (c *checker) defaultSize(input *Input, d *Dist) bool {
	size := input.Sizes[0]
	varies := false
	size.Walk(func(e *Expr) { varies = varies || e.Op == OpDim })
	switch {
	case varies:
		c.unsupported(d.At, "a default of "+input.Name+", whose elements differ in size,", "give it in the data")
		return false
	case size.Op == OpNumber && int(size.Value) != d.Size():
		c.Errorf(d.At, CodeType, "the default of %s has the size %d, and %s has %s", input.Name, d.Size(), input.Name, size)
		return false
	}
	return true
}

// Size is that of the vectors or matrices that a default is over.
func (d *Dist) Size() int {
	for _, x := range d.Args {
		if x.Op == OpList {
			return len(x.Args)
		}
	}
	return 0
}

// defaultForms shows how defaults of distributions are written, defaultParameters the names
// of their parameters.
var (
	defaultForms = map[string]string{
		"normal":       `default: "normal(25, sd = 8)"`,
		"gamma":        `default: "gamma(shape = 2, rate = 1)"`,
		"inversegamma": `default: "inversegamma(shape = 2, rate = 1)"`,
		"beta":         `default: "beta(1, 1)"`,
		"bernoulli":    `default: "bernoulli(0.5)"`,
		"categorical":  `default: "categorical([0.5, 0.5])"`,
		"dirichlet":    `default: "dirichlet([1, 1])"`,
		"mvnormal":     `default: "mvnormal([0, 0], covariance = [[1, 0], [0, 1]])"`,
		"wishart":      `default: "wishart(df = 3, scale = [[1, 0], [0, 1]])"`,
	}
	defaultParameters = map[string][][]string{
		"normal":       {{"mean", "variance"}, {"mean", "precision"}, {"mean", "sd"}},
		"gamma":        {{"shape", "rate"}, {"shape", "scale"}},
		"inversegamma": {{"shape", "rate"}},
		"beta":         {{"a", "b"}},
		"bernoulli":    {{"p"}},
		"categorical":  {{"p"}},
		"dirichlet":    {{"alpha"}},
		"mvnormal":     {{"mean", "covariance"}, {"mean", "precision"}},
		"wishart":      {{"df", "scale"}, {"df", "inverse"}},
	}
)

// article is a family with its article.
func article(family string) string {
	if family == "mvnormal" || strings.ContainsAny(family[:1], "aeiou") {
		return "an " + family
	}
	return "a " + family
}
