package run

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mpc/lang"
	"mpc/model"
)

// mostAsked is of how many elements probabilities are asked for.
const mostAsked = 200

// ask has the model asked for the probability that an element is above its truth, of the elements whose posterior is computed
// as a whole: what is printed of such a posterior has its moments and three quantiles alone. The truths are inputs.
func (t *trials) ask() {
	elements := slices.Sorted(maps.Keys(t.whole))
	if len(elements) == 0 || t.compile == nil {
		return
	}
	if len(elements) > mostAsked { // from all over the array; of the others the three quantiles tell
		some := make([]string, mostAsked)
		for i := range some {
			some[i] = elements[i*len(elements)/mostAsked]
		}
		elements = some
	}
	limits := map[string]string{}
	text := &strings.Builder{}
	text.WriteString("model: asked\ninputs:\n")
	var asks []string
	for i, element := range elements {
		limit := fmt.Sprintf("truth_of_%d", i)
		limits[limit] = element
		fmt.Fprintf(text, "  %s: real\n", limit)
		asks = append(asks, fmt.Sprintf("%q", element+" > "+limit))
	}
	fmt.Fprintf(text, "program: |\n  x ~ normal(0, 1)\ninfer: [%s]\n", strings.Join(asks, ", "))
	more, _ := lang.Parse("asked", []byte(text.String()))
	c, err := t.compile(func(f *lang.File) {
		f.Inputs = append(f.Inputs, more.Inputs...)
		f.Infer = append(f.Infer, more.Infer...)
	})
	if err != nil {
		return // a model of which that cannot be asked: the quantiles tell
	}
	t.Compilation, t.simulator.limits, t.built = c, limits, Built{}
}

// asked finds the places that probabilities tell.
func (t *trials) asked(r *Result, places map[string]float64) error {
	for _, v := range t.Model.Infer {
		element, ok := t.limit(v)
		if !ok {
			continue
		}
		list, err := r.Posteriors[v.Name].Marginals()
		if err != nil {
			return err
		}
		places[element] = 1 - list[0].Mean
	}
	return nil
}

// limit is the element whose truth an expression is compared with.
func (t *trials) limit(v *model.Variable) (string, bool) {
	_, limit, _ := strings.Cut(v.Asked, " > ")
	element, ok := t.simulator.limits[limit]
	return element, ok
}
