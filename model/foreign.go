package model

import (
	"strconv"
	"strings"

	"mpc/lang"
	"mpc/lang/functions"
)

// A foreign is a function of another language that is none here, and what is written
// in its place. In that text $1 is an argument and #1 one that stands beside an operator;
// $e is an element of the array that is the argument, $b the one before it and $f the
// first, $i its index, $R its range and $n how many there are; $* are all arguments.
type foreign struct {
	names string
	write string // an expression, or a statement about x
	say   string // what follows it, or stands alone
}

// foreigners are the functions that users of Stan, BUGS, Infer.NET, NumPy and R look for.
var foreigners = append(renamed(), []foreign{
	{"square", "#1^2", ""},
	{"cube", "#1^3", ""},
	{"reciprocal", "1 / #1", ""},
	{"inv_sqrt rsqrt", "1 / sqrt($1)", ""},
	{"inv_square", "1 / #1^2", ""},
	{"log1m", "log1p(-#1)", ""},
	{"exp2", "2^#1", ""},
	{"log2", "log($1) / log(2)", ""},
	{"log10", "log($1) / log(10)", ""},
	{"log1p_exp log1pexp softplus", "log1p(exp($1))", ""},
	{"log_inv_logit log_sigmoid", "log(logistic($1))", ""},
	{"erf", "2 * probit(sqrt(2) * #1) - 1", ""},
	{"cloglog", "log(-log(1 - #1))", ""},
	{"inv_cloglog icloglog", "1 - exp(-exp($1))", ""},
	{"relu", "max($1, 0)", ""},
	{"fma", "#1 * #2 + #3", ""},
	{"step int_step heaviside", "#1 >= 0", "which is true or false"},
	{"equals equal", "#1 == #2", ""},
	{"not logical_not", "!#1", ""},
	{"logical_and", "#1 && #2", ""},
	{"logical_or", "#1 || #2", ""},
	{"float real double as_real to_real as_numeric", "$1", "a whole number may stand where a number is wanted"},
	{"round", "floor($1 + 0.5)", ""},
	{"int ceil ceiling trunc as_int to_int", "", "a number keeps its fraction; floor(x) is the whole number below. Give whole numbers as an input of type int, or write observe between(x, k, k + 1)"},
	{"inprod inner inner_product dot_product dotprod InnerProduct", "dot($1, $2)", ""},
	{"mean average avg", "sum($e : $i in $R) / $n", ""},
	{"var variance", "sum(($e - m)^2 : $i in $R) / $n", "with m = sum($e : $i in $R) / $n"},
	{"sd std stdev stddev", "sqrt(sum(($e - m)^2 : $i in $R) / $n)", "with m = sum($e : $i in $R) / $n; a scale is given by name, normal(0, sd = s)"},
	{"prod product", "exp(sum(log($e) : $i in $R))", "where all are above 0"},
	{"norm norm2", "sqrt(sum($e^2 : $i in $R))", ""},
	{"logsumexp log_sum_exp", "log(sum(exp($e) : $i in $R))", ""},
	{"length len size nrow ncol rows cols num_elements", "$n", "the size of its range"},
	{"sort sorted sort_asc rank ranked order argsort", "for ($i in 1..<$n) { observe $b < $e }", "which puts an array in order; data are sorted before they are given"},
	{"cumsum cumulative_sum", "s[0] = $f; for ($i in 1..<$n) { s[$i] = s[$i - 1] + $e }", ""},
	{"ifelse if_else iif cond where", "if ($1) { x = $2 } else { x = $3 }", ""},
	{"sgn sign", "if (#1 > 0) { x = 1 } else { x = -1 }", ""},
	{"c array list", "[$*]", "which stands where a vector is wanted"},
	{"ones zeros rep fill full repeat_value rep_vector rep_array", "", "fill an array in a loop, as in for (k in K) { a[k] = 1 }, or write its elements, [1, 1, 1]"},
	{"seq range arange linspace", "", "a loop counts: for (i in 0..<n) { ... }"},
	{"inverse inv solve", "", "no matrix is inverted here: mvnormal takes precision = P as well as covariance = S, wishart inverse = R as well as scale = S"},
	{"logdet log_determinant det determinant slogdet", "", "there are no determinants: the densities of mvnormal and wishart have theirs; give that of known data as an input"},
	{"transpose t", "", "no matrix is turned here: give it turned, as an input of type matrix(K, L)"},
	{"diag diagonal diag_matrix eye identity_matrix", "", "write its rows, [[1, 0], [0, 1]], or declare an input of type matrix(K, K)"},
	{"digamma lbeta lchoose choose nchoosek comb factorial logfact", "",
		"poisson, binomial and the other distributions have theirs; of data compute it before, and give it as an input"},
	{"tan asin acos atan arctan arcsin arccos sinh cosh", "", "of the functions of angles there are sin and cos: compute others them of data before, and give them as inputs"},
	{"mod remainder div", "", "there is no remainder and no quotient of whole numbers; give it as an input"},
	{"median quantile percentile", "", "Gibbs sampling reports quantiles of each posterior; those of data are an input"},
	{"qnorm inv_Phi norm_ppf", "", "probit has no inverse here; of data compute it before, and give it as an input"},
	{"cut", "", "nothing is cut off here: what reads a variable tells of it. Run one model, and another with mpc run --prior"},
	{"append concat concatenate append_row append_col", "", "define one array in pieces: x[0] = a, and for (i in 1..<n) { x[i] = b[i-1] }"},
}...)

// renamed are those that have another name here.
func renamed() (list []foreign) {
	for _, f := range functions.All() {
		if f.Elsewhere.Names == "" {
			continue
		}
		var args []string
		for i := range f.Takes {
			args = append(args, "$"+strconv.Itoa(i+1))
		}
		list = append(list, foreign{f.Elsewhere.Names, f.Name + "(" + strings.Join(args, ", ") + ")", f.Elsewhere.Meaning})
	}
	return list
}

// foreignFunction returns the function of another language of that name, nil if none is known.
func foreignFunction(name string) *foreign {
	for i := range foreigners {
		for _, n := range strings.Fields(foreigners[i].names) {
			if n == name {
				return &foreigners[i]
			}
		}
	}
	return nil
}

// hint says what to write in the place of a call.
func (f *foreign) hint(with *strings.Replacer) string {
	switch {
	case f.write == "":
		return f.say
	case f.say == "":
		return "write " + with.Replace(f.write)
	}
	return "write " + with.Replace(f.write) + ", " + with.Replace(f.say)
}

// instead says what to write in the place of a call of a function that is none,
// "" if nothing is known.
func (c *checker) instead(call *lang.Call, s scope) string {
	f := foreignFunction(call.Fun)
	if f == nil {
		return c.density(call.Fun)
	}
	var of lang.Expr
	if len(call.Args) > 0 {
		of = call.Args[0].Value
	}
	elements := c.over(of, s)
	if call.Fun == "inverse" || call.Fun == "inv" {
		if elements.domain == unknownDomain && c.dimensionsOf(of, map[*Variable]bool{}) == 0 {
			f = foreignFunction("reciprocal") // of a number
		}
	}
	var pairs, all []string
	for i, name := range []string{"a", "b", "c"} {
		text, beside := name, name
		if i < len(call.Args) {
			text = call.Args[i].Value.String()
			beside = text
			switch call.Args[i].Value.(type) {
			case *lang.Binary, *lang.Unary:
				beside = "(" + text + ")"
			}
		}
		n := strconv.Itoa(i + 1)
		pairs = append(pairs, "$"+n, text, "#"+n, beside)
	}
	for _, a := range call.Args {
		all = append(all, a.Value.String())
	}
	pairs = append(pairs, "$*", strings.Join(all, ", "))
	return f.hint(strings.NewReplacer(append(pairs, elements.pairs()...)...))
}

// insteadOver says what to write in the place of a function over a range that is none,
// "" if nothing is known.
func insteadOver(e *lang.Reduce) string {
	f := foreignFunction(e.Fun)
	if f == nil || !strings.Contains(f.write, "$R") {
		return ""
	}
	domain := e.Domain.String()
	o := oneOf{e.Body.String(), "", "", e.Index.Name, domain, size(e.Domain)}
	return f.hint(strings.NewReplacer(o.pairs()...))
}

// density says what to write in the place of a density, a draw or a probability that
// another language has as a function, "" if it is none.
func (c *checker) density(name string) string {
	base, suffix := name, ""
	for _, end := range []string{"_lpdf", "_lpmf", "_lupdf", "_lupmf", "_logpdf", "_log", "_pdf", "_rng", "_cdf", "_lcdf", "_lccdf"} {
		if strings.HasSuffix(name, end) {
			base, suffix = strings.TrimSuffix(name, end), end
			break
		}
	}
	other := distributionElsewhere(base)
	switch {
	case other == "" && Distribution(base) == nil:
		return ""
	case strings.HasSuffix(suffix, "cdf"):
		return "draw x from it, and write observe x < c"
	case other == "":
		return "write x ~ " + base + "(...)"
	case suffix == "" && Distribution(base) != nil:
		return ""
	}
	return "write x ~ " + other
}

// unknownDomain stands for a range that the text does not name.
const unknownDomain = "R"

// A oneOf is how elements of an array are written one by one.
type oneOf struct {
	element, before, first string
	index, domain, size    string
}

func (o oneOf) pairs() []string {
	return []string{"$e", o.element, "$b", o.before, "$f", o.first, "$i", o.index, "$R", o.domain, "$n", o.size}
}

// over says how the elements of an array are written that stands where a number is wanted.
func (c *checker) over(e lang.Expr, s scope) oneOf {
	o := oneOf{index: c.freeIndex(s), domain: unknownDomain, size: "n"}
	text, given := "x", ""
	if n := targetName(e); n != nil {
		text = n.Name
		count := 0
		if x, ok := e.(*lang.Index); ok {
			for _, a := range x.Args {
				given += a.String() + ", "
			}
			count = len(x.Args)
		}
		if domain, n := c.domainOf(n.Name, count); domain != "" {
			o.domain, o.size = domain, n
		}
	}
	at := func(i string) string { return text + "[" + given + i + "]" }
	o.element, o.before, o.first = at(o.index), at(o.index+"-1"), at("0")
	return o
}

// freeIndex is a name for an index that means nothing yet.
func (c *checker) freeIndex(s scope) string {
	for _, name := range []string{"i", "j", "k", "l", "i1", "i2", "i3"} {
		if s.index(name) == nil && c.inputs[name] == nil && c.variables[name] == nil {
			return name
		}
	}
	return "i4"
}

// domainOf returns what a dimension of an input or a variable runs over, as it is
// written in a loop, and its size; "" where the text does not say it.
func (c *checker) domainOf(name string, dimension int) (domain, n string) {
	if in := c.inputs[name]; in != nil {
		if dimension >= len(in.Dims) {
			return "", ""
		}
		d := in.Dims[dimension]
		if d.Op == OpInput && d.Type.Kind == RangeKind {
			return d.String(), d.String()
		}
		return "0..<" + d.String(), d.String()
	}
	lang.Targets(c.file.Program, func(e lang.Expr, loops []*lang.For) {
		x, ok := e.(*lang.Index)
		if !ok || domain != "" || targetName(e) == nil || targetName(e).Name != name || dimension >= len(x.Args) {
			return
		}
		for _, l := range loops {
			if i, ok := x.Args[dimension].(*lang.Name); ok && i.Name == l.Index.Name {
				domain, n = l.Domain.String(), size(l.Domain)
			}
		}
	})
	return domain, n
}

// size is how many values a domain has, as a user would write it.
func size(d lang.Domain) string {
	lo, zero := d.Lo.(*lang.Number)
	switch {
	case d.Hi == nil:
		return d.Lo.String()
	case !d.Closed && zero && lo.Value == 0:
		return d.Hi.String()
	}
	return "n"
}
