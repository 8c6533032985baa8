package code

// An Operation is a row of this package: arithmetic, comparison, conversion.
type Operation struct {
	Symbol string // as it is written: between two arguments, or before one, or as a function
	Args   []Type
	Result Type
}

// Operations are all there are. Those of one symbol differ in their arguments.
var Operations = operations()

func operations() []*Operation {
	var list []*Operation
	add := func(result Type, symbol string, args ...Type) {
		list = append(list, &Operation{Symbol: symbol, Args: args, Result: result})
	}
	for _, t := range []Basic{Whole, Real} {
		for _, symbol := range []string{"+", "-", "*", "/"} {
			add(t, symbol, t, t)
		}
		add(t, "-", t)
		for _, symbol := range []string{"<", "<=", ">", ">="} {
			add(Truth, symbol, t, t)
		}
	}
	add(Whole, "%", Whole, Whole) // of the sign of the first, as in Go
	for _, t := range []Basic{Truth, Whole, Real, Fault} {
		add(Truth, "==", t, t)
		add(Truth, "!=", t, t)
	}
	add(Truth, "&", Truth, Truth) // both are computed: If is what computes one alone
	add(Truth, "|", Truth, Truth)
	add(Truth, "!", Truth)
	add(Real, "real", Whole)
	add(Whole, "floor", Real)
	// within gives its first argument, which is at least 0 and below the second, or ends the run.
	add(Whole, "within", Whole, Whole)
	return list
}

// FindOperation returns the operation of a symbol and its arguments' types, or nil.
func FindOperation(symbol string, args ...Type) *Operation {
	for _, o := range Operations {
		if o.Symbol != symbol || len(o.Args) != len(args) {
			continue
		}
		same := true
		for i, t := range args {
			same = same && o.Args[i] == t
		}
		if same {
			return o
		}
	}
	return nil
}

// Infix tells whether the operation is written between its arguments.
func (o *Operation) Infix() bool { return len(o.Args) == 2 && !o.named() }

func (o *Operation) named() bool { return o.Symbol[0] >= 'a' && o.Symbol[0] <= 'z' }
