package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// sayRows lowers what a function tells a block of the rows, and what it does behind each; behind may be nil.
func (f *chain) sayRows(u *message.Update, rows []*conditional.Row, behind func(r *conditional.Row)) {
	for _, r := range rows {
		f.instances(r.Instances(), nil, func([]code.Operand) []code.Operand {
			if r.Wide {
				f.sayWide(u, r)
			} else {
				f.sayFew(u, r)
			}
			return nil
		})
		if behind != nil {
			f.origin = code.Origin{}
			behind(r)
		}
	}
}

// sayFew adds what a factor says of a few elements: all that it says of the same ones is added up before.
func (f *chain) sayFew(u *message.Update, r *conditional.Row) {
	t := r.Said()
	f.about(t.Factor)
	n := len(r.Slopes)
	add := func(numbers []code.Operand) { f.asks(f.blockOf(u), fmt.Sprintf("Add%d", n), numbers) }
	if len(t.Loops)+len(t.Guards) == 0 {
		add(f.rowNumbers(r, said{true, true}))
		return
	}
	sums := nothingSaid(n + n*(n+1)/2)
	f.drawing.sums = sumNames(n, said{true, true})
	add(f.instances(t, sums, func(s []code.Operand) []code.Operand { return f.plusEach(s, f.rowNumbers(r, said{true, true})) }))
}

// nothingSaid are sums to begin with.
func nothingSaid(n int) (list []code.Operand) {
	for range n {
		list = append(list, real(0))
	}
	return list
}

// plusEach are the sums of pairs of numbers.
func (f *chain) plusEach(s, numbers []code.Operand) (list []code.Operand) {
	for k, x := range numbers {
		list = append(list, f.addTo(s[k], x))
	}
	return list
}

// addTo adds a number to a sum, which may be one to begin with.
func (f *chain) addTo(sum, x code.Operand) code.Operand {
	if sum == code.Operand(real(0)) {
		return x
	}
	return f.apply("+", sum, x)
}

// said says which numbers of a row are wanted: of each normal the precision times the mean, and the lower triangle of the
// precision matrix.
type said struct{ means, precisions bool }

// sumNames names what is said of n normals.
func sumNames(n int, want said) (list []string) {
	if want.means {
		for range n {
			list = append(list, "h")
		}
	}
	if want.precisions {
		for range n * (n + 1) / 2 {
			list = append(list, "p")
		}
	}
	return list
}

// rowNumbers are what an instance of a row says, in the order of sumNames.
func (f *chain) rowNumbers(r *conditional.Row, want said) (list []code.Operand) {
	if r.Given != nil {
		return f.givenNumbers(r, want)
	}
	slopes := make([]product, len(r.Slopes))
	for k, s := range r.Slopes {
		slopes[k] = f.factorOf(s)
	}
	rest, of := f.distance(r, want.means)
	precision := product{of: of}
	var times []product
	for k := range slopes {
		times = append(times, f.times(precision, slopes[k]))
		if want.means {
			list = append(list, f.valueOf(f.times(times[k], product{of: rest})))
		}
	}
	if !want.precisions {
		return list
	}
	for k := range slopes {
		for j := range k + 1 {
			list = append(list, f.valueOf(f.times(times[k], slopes[j])))
		}
	}
	return list
}

// distance is how far the mean of a row is from where the block stands, and its precision.
func (f *chain) distance(r *conditional.Row, mean bool) (rest, precision code.Operand) {
	if r.Site != nil {
		return f.approximated(r)
	}
	if mean {
		rest = f.real(r.Rest)
	}
	return rest, f.real(r.Precision)
}

// givenNumbers are those of a distribution that the data give.
func (f *chain) givenNumbers(r *conditional.Row, want said) (list []code.Operand) {
	h, p := f.given(&conditional.Message{Operator: "GivenNormal", Args: []*model.Expr{r.Given}})
	if want.means {
		list = append(list, f.apply("-", h, f.apply("*", p, f.real(r.Term.X))))
	}
	if want.precisions {
		list = append(list, p)
	}
	return list
}

// A product is a number, or minus that: signs, and factors 1, cost nothing.
type product struct {
	of    code.Operand
	minus bool
}

// factorOf is a slope; most are 1 or -1.
func (f *chain) factorOf(s *conditional.Slope) product {
	if s.If == nil && s.Slope.IsNumber(-1) {
		return product{real(1), true}
	}
	return product{of: f.real(sloped(s))}
}

// times multiplies; what is known is computed here.
func (f *chain) times(x, y product) product {
	minus := x.minus != y.minus
	a, known := x.of.(code.Constant)
	b, both := y.of.(code.Constant)
	switch {
	case known && both:
		return product{real(a.Real * b.Real), minus}
	case known && a.Real == 1:
		return product{y.of, minus}
	case both && b.Real == 1:
		return product{x.of, minus}
	}
	return product{f.apply("*", x.of, y.of), minus}
}

func (f *chain) valueOf(x product) code.Operand {
	c, known := x.of.(code.Constant)
	switch {
	case !x.minus:
		return x.of
	case known:
		return real(-c.Real)
	}
	return f.apply("-", x.of)
}

// sayWide adds what a factor says of as many elements as there are.
func (f *chain) sayWide(u *message.Update, r *conditional.Row) {
	block := f.blockOf(u)
	t := r.Said()
	f.about(t.Factor)
	say := func() {
		k := code.Operand(whole(0))
		for _, s := range r.Slopes {
			f.drawing.sums = []string{"k"}
			k = f.over(s, []code.Operand{k}, func(at []code.Operand) []code.Operand {
				f.asks(block, "SetSlope", []code.Operand{at[0], f.real(sloped(s))})
				return []code.Operand{f.plus(at[0], whole(1))}
			})[0]
		}
		if r.Site != nil && f.drawing.oneBlock == nil {
			f.saySite(u, r)
			return
		}
		if r.Held {
			f.asks(block, "Hold", []code.Operand{f.real(r.Rest)})
			return
		}
		rest, precision := f.distance(r, true)
		f.asks(block, "AddRow", []code.Operand{rest, precision})
	}
	if len(t.Guards) == 0 {
		say()
		return
	}
	f.choose(f.all(t.Guards), say, func() { f.asks(block, "Skip", nil) })
}

// over runs over the reductions around a slope.
func (f *chain) over(s *conditional.Slope, carried []code.Operand, body func(carried []code.Operand) []code.Operand) []code.Operand {
	var list []around
	for _, l := range s.Over {
		list = append(list, around{loop: l})
	}
	return f.through(list, carried, body)
}
