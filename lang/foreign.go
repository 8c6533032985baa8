package lang

import (
	"regexp"
	"strings"
)

// declaration is how other languages declare a variable: its type, bounds, sizes, name.
var declaration = regexp.MustCompile(`^([a-z_]+)\b` +
	`[ \t]*(<[^<>\n]*>)?[ \t]*(?:\[([^\]\n]*)\])?[ \t]*(?:(?:real|int|vector|matrix)\b[ \t]*(<[^<>\n]*>)?[ \t]*(?:\[([^\]\n]*)\])?)?[ \t]+([A-Za-z]\w*)?`)

// declaring are the words that declarations begin with.
const declaring = " real int float double bool vector row_vector matrix simplex ordered positive_ordered unit_vector corr_matrix cov_matrix cholesky_factor_corr cholesky_factor_cov array "

// declared reports a declaration at the beginning of a statement: there are none here.
func (p *parser) declared(at Pos) bool {
	if !strings.Contains(declaring, " "+p.tok.text+" ") {
		return false
	}
	line, _, _ := strings.Cut(p.text[p.tok.from:min(len(p.text), p.tok.from+1024)], "\n")
	m := declaration.FindStringSubmatch(strings.TrimRight(line, ";") + " ")
	if m == nil || m[6] == "" {
		return false
	}
	word, bounds, size, name := m[1], m[2]+m[4], m[3], m[6]
	if size == "" {
		size = m[5]
	}
	d := p.errorf(at, CodeSyntax, "%s is no statement", word)
	if value, ok := strings.CutPrefix(strings.TrimSpace(line[min(len(line), len(m[0])):]), "="); ok && !strings.HasPrefix(value, "=") {
		d.WithHint("write %s = %s", name, clip(strings.TrimRight(strings.TrimSpace(value), ";")))
		return true
	}
	dist := "normal(0, sd = 10)"
	switch low, high := strings.Contains(bounds, "lower"), strings.Contains(bounds, "upper"); {
	case declared[word].hint != "":
		d.WithHint("%s", strings.ReplaceAll(declared[word].hint, "NAME", name))
		return true
	case declared[word].dist != "":
		dist = declared[word].dist
	case strings.HasPrefix(word, "co") || strings.HasPrefix(word, "ch"):
		d.WithHint("data are declared under inputs; a random precision matrix is drawn, P ~ wishart(df = 3, scale = [[1, 0], [0, 1]])")
		return true
	case low && high:
		dist = "beta(1, 1)"
	case low:
		dist = "gamma(shape = 2, rate = 1)"
	}
	if isName(size) {
		d.WithHint("data are declared under inputs, %s: real[%s]; what is random is drawn, for (i in %s) { %s[i] ~ %s }", name, size, size, name, dist)
	} else {
		d.WithHint("data are declared under inputs, %s: real; what is random is drawn, %s ~ %s", name, name, dist)
	}
	return true
}

// targetHint is what stands in the place of a log density that is added to a target.
const targetHint = "there is no target to add to: each statement adds its log density, as y[i] ~ normal(m, sd = s) does in a loop over the data"

// draws are the distributions of other languages' modules, as they are written here.
var draws = map[string]string{
	"Normal": "normal(m, sd = s)", "HalfNormal": "truncated(normal(0, sd = s), 0, 1e308)", "Gamma": "gamma(shape = a, rate = b)", "Beta": "beta(a, b)",
	"Bernoulli": "bernoulli(p)", "Poisson": "poisson(r)", "Exponential": "exponential(rate = r)", "Uniform": "uniform(a, b)", "Categorical": "categorical(p)",
	"Binomial": "binomial(n, p)", "Dirichlet": "dirichlet(a)", "MvNormal": "mvnormal(m, covariance = S)", "MultivariateNormal": "mvnormal(m, covariance = S)",
	"InverseGamma": "inversegamma(shape = a, rate = b)", "DiscreteUniform": "discreteuniform(n)", "Multinomial": "multinomial(n, p)", "Wishart": "wishart(df = n, scale = S)",
}
