package lang

import "strings"

// asciiWord are the letters of names.
const asciiWord = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// spelled says how letters that names do not have are written with those that they have.
var spelled = strings.NewReplacer(
	"α", "alpha", "β", "beta", "γ", "gamma", "δ", "delta", "ε", "epsilon", "ϵ", "epsilon", "ζ", "zeta", "η", "eta", "θ", "theta", "ϑ", "theta",
	"ι", "iota", "κ", "kappa", "λ", "lambda", "μ", "mu", "µ", "mu", "ν", "nu", "ξ", "xi", "π", "pi", "ρ", "rho", "σ", "sigma", "ς", "sigma",
	"τ", "tau", "υ", "upsilon", "φ", "phi", "ϕ", "phi", "χ", "chi", "ψ", "psi", "ω", "omega",
	"Γ", "Gamma", "Δ", "Delta", "Θ", "Theta", "Λ", "Lambda", "Ξ", "Xi", "Π", "Pi", "Σ", "Sigma", "Φ", "Phi", "Ψ", "Psi", "Ω", "Omega",
	"ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss", "à", "a", "á", "a", "â", "a", "ã", "a", "å", "a", "ç", "c",
	"è", "e", "é", "e", "ê", "e", "ë", "e", "ì", "i", "í", "i", "î", "i", "ï", "i", "ñ", "n", "ò", "o", "ó", "o", "ô", "o", "õ", "o", "ø", "o",
	"ù", "u", "ú", "u", "û", "u", "ý", "y",
	"₀", "0", "₁", "1", "₂", "2", "₃", "3", "₄", "4", "₅", "5", "₆", "6", "₇", "7", "₈", "8", "₉", "9",
)

// nameHint says how a name is written that has other letters.
func nameHint(name string) string {
	const rule = "a name is of the letters a to z and A to Z, digits and _, first a letter"
	if s := spelled.Replace(name); isName(s) && !isKeyword(s) && s != evidenceName {
		return "write " + s + ": " + rule
	}
	return rule
}
