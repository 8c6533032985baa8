package codegen

// A helper is a declaration that a package has where something in it uses it, by its
// name in generated code.
type helper string

const (
	addToHelper        helper = "addTo"
	isFiniteHelper     helper = "isFinite"
	jointScaleHelper   helper = "jointScale"
	jointScaleInHelper helper = "jointScaleIn"
	messageAtHelper    helper = "messageAt"
	messageOfHelper    helper = "messageOf"
	otherSizesHelper   helper = "otherSizes"
	overlapHelper      helper = "overlap"
	restoreRowsHelper  helper = "restoreRows"
	scaleHelper        helper = "scaleOf"
	overlapInHelper    helper = "overlapIn"
	realsHelper        helper = "reals"
	truthHelper        helper = "truth"
	valuedHelper       helper = "valued"
)

// helperText is how each is declared.
var helperText = map[helper]string{
	addToHelper:        addToText,
	isFiniteHelper:     isFiniteText,
	jointScaleHelper:   jointText,
	jointScaleInHelper: jointInText,
	messageAtHelper:    messageAtText,
	messageOfHelper:    messageOfText,
	otherSizesHelper:   "\nconst otherSizes = \"batches share it, but with different sizes\"\n",
	overlapHelper:      overlapText,
	scaleHelper:        scaleText,
	overlapInHelper:    overlapInText,
	realsHelper:        realsText,
	restoreRowsHelper:  restoreRowsText,
	listHelper:         listText,
	truthHelper:        truthText,
	valuedHelper:       valuedText,
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
