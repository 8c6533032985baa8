package run

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"mpc/lang"
	"mpc/model"
)

// mostAsked is of how many elements probabilities are asked for.
const mostAsked = 200

// ask has the model asked for the probability that an element is above its truth, of the elements whose posterior is computed
// as a whole: what is printed of such a posterior has its moments and three quantiles alone. The truths are inputs. It is false where
// nothing is asked.
func (t *trials) ask(truth simulation) bool {
	whole := map[string]bool{} // variables: of an array all elements, also those that the first data set makes known
	for element := range t.whole {
		name, _, _ := strings.Cut(element, "[")
		whole[name] = true
	}
	var elements []string
	for _, element := range slices.Sorted(maps.Keys(truth)) {
		if name, _, _ := strings.Cut(element, "["); whole[name] {
			elements = append(elements, element)
		}
	}
	if len(elements) == 0 || t.compile == nil {
		return false
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
		if t.ties(element) {
			asks = append(asks, fmt.Sprintf("%q", element+" < "+limit))
		}
	}
	fmt.Fprintf(text, "program: |\n  x ~ normal(0, 1)\ninfer: [%s]\n", strings.Join(asks, ", "))
	more, _ := lang.Parse("asked", []byte(text.String()))
	c, err := t.compile(func(f *lang.File) {
		f.Inputs = append(f.Inputs, more.Inputs...)
		f.Infer = append(f.Infer, more.Infer...)
	})
	if err != nil {
		return false // a model of which that cannot be asked: the quantiles tell
	}
	t.Compilation, t.simulator.limits, t.built = c, limits, Built{}
	return true
}

// ties tells whether an element may have its value with a probability: a function, a count.
func (t *trials) ties(element string) bool {
	name, _, _ := strings.Cut(element, "[")
	return slices.ContainsFunc(t.Model.Infer, func(v *model.Variable) bool {
		return v.Name == name && (v.Derived || v.Type.Kind != model.Real)
	})
}

// asked finds the places that probabilities tell. Of a value that has a probability itself the place is drawn from between that
// of what is below and that of at most it.
func (t *trials) asked(r *Result, places map[string]float64, rng *rand.Rand) error {
	if t.simulator == nil || t.simulator.limits == nil {
		return nil
	}
	above, below := map[string]float64{}, map[string]float64{}
	for _, v := range t.Model.Infer {
		for sign, side := range map[string]map[string]float64{" > ": above, " < ": below} {
			_, limit, _ := strings.Cut(v.Asked, sign)
			element, ok := t.simulator.limits[limit]
			if !ok {
				continue
			}
			list, err := r.Posteriors[v.Name].Marginals()
			if err != nil {
				return err
			}
			side[element] = list[0].Mean
		}
	}
	for _, element := range slices.Sorted(maps.Keys(above)) {
		places[element] = 1 - above[element]
		if low, ok := below[element]; ok {
			places[element] = low + rng.Float64()*(1-above[element]-low)
		}
	}
	return nil
}
