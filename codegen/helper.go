package codegen

// A helper is a declaration that a package has where something in it uses it, by its
// name in generated code.
type helper string

const otherSizesHelper helper = "otherSizes"

// helperText is how each is declared.
var helperText = map[helper]string{
	otherSizesHelper: "\nconst otherSizes = \"batches share it, but with different sizes\"\n",
	listHelper:       listText,
}

// use is the name of a helper, which the package has from now on.
func (g *generator) use(h helper) string {
	g.used[h] = true
	return string(h)
}

// declare prints those of some helpers that the package uses.
func (g *generator) declare(list ...helper) string {
	text := ""
	for _, h := range list {
		if g.used[h] {
			text += helperText[h]
		}
	}
	return text
}
