package model

import (
	"slices"

	"mpc/lang"
	"mpc/mcmc"
)

// A conditional probability table is what x ~ categorical(T[a, b]) and x ~ bernoulli(p[a])
// read with random whole numbers a and b: a table of x by its parents. Short for switches
// as T[a, b] is, it is one factor where it can be: an expression "table", a call of the
// rows that are known and of the parents, or, of rows that are random, a reduction over
// the rows with one parent.

// CallTable is the name of an expression that is a row of a table.
const CallTable = "table"

// IsTable tells whether e is the row of a table that random whole numbers pick.
func (e *Expr) IsTable() bool { return e.Fun == CallTable && (e.Op == OpCall || e.Op == OpReduce) }

// Table takes a table apart: its rows, known ones as a whole array, of random ones the one
// of the loop; and its parents.
func (e *Expr) Table() (rows *Expr, parents []*Expr) { return e.Args[0], e.Args[1:] }

// Row is the row of a table that the present values of the parents pick, as an expression like
// any other.
func (e *Expr) Row() *Expr {
	rows, parents := e.Table()
	if e.Op == OpReduce {
		return rows.Subst(e.Loop.Index, parents[0])
	}
	t := *rows
	t.Args = append(rows.Args[:len(rows.Args):len(rows.Args)], parents...)
	t.Type.Dimensions -= len(parents)
	t.Random = true
	return &t
}

// maxParents is how many parents a table of known rows has at most: the others are
// selectors of gates around it.
const maxParents = 2

// asTable types the distribution of a draw by a table, in place of a gate for each random
// index. False is for any other statement.
func (c *checker) asTable(st lang.Stmt, s scope) bool {
	var of, target lang.Expr
	switch st := st.(type) {
	case *lang.Sample:
		of, target = st.Dist, st.Target
	case *lang.Observe:
		of, target = st.Dist, st.Value
	}
	call, ok := of.(*lang.Call)
	if !ok || !Distribution(call.Fun).ofTable() || len(call.Args) != 1 || Distribution(call.Fun).other(call.Args[0].Name.Name) {
		return false
	}
	x, ok := call.Args[0].Value.(*lang.Index)
	if !ok {
		return false
	}
	name, ok := x.X.(*lang.Name)
	if !ok || s.index(name.Name) != nil || !c.plain(target) {
		return false
	}
	parents, ok := c.parents(x.Args, s)
	if !ok || !c.tabular(name.Name, x, Distribution(call.Fun), len(parents), s) {
		return false
	}
	if !c.inferredTogether(target, name.Name, x.Args[len(x.Args)-len(parents):]) {
		return false
	}
	c.tables[of] = c.tableOf(call, parents, s)
	return true
}

// plain tells whether e is a name whose indices read nothing random.
func (c *checker) plain(e lang.Expr) bool {
	var args []lang.Expr
	switch e := e.(type) {
	case *lang.Name:
	case *lang.Index:
		if _, ok := e.X.(*lang.Name); !ok {
			return false
		}
		args = e.Args
	default:
		return false
	}
	return !slices.ContainsFunc(args, c.readsRandom)
}

// readsRandom tells whether an expression as it is written names a random variable.
func (c *checker) readsRandom(e lang.Expr) bool {
	found := false
	walkNames(e, func(n *lang.Name) {
		v := c.variables[n.Name]
		found = found || v != nil && v.Random
	})
	return found
}

// parents are the random whole numbers that indices are: those at their end. It is false
// where others read random values, or where two are one.
func (c *checker) parents(args []lang.Expr, s scope) (list []*Expr, ok bool) {
	seen := map[string]bool{}
	for _, a := range args {
		n := targetName(a)
		random := n != nil && s.index(n.Name) == nil && c.variables[n.Name] != nil && c.variables[n.Name].Random
		if !random && c.readsRandom(a) || random && !c.plain(a) {
			return nil, false
		}
		var on *Expr
		if random {
			on = c.expr(a, s)
		}
		switch {
		case on == nil || !on.Random:
			if len(list) > 0 {
				return nil, false
			}
		case on.Type.Kind != Int && on.Type.Kind != IndexKind || on.Op != OpVariable || seen[on.Key()]:
			return nil, false
		default:
			seen[on.Key()] = true
			list = append(list, on)
		}
	}
	return list, len(list) > 0
}

// other tells whether a name is that of a parameter which stands in the place of the first.
func (s *Signature) other(name string) bool { return name != "" && name != s.positional[0] }

// ofTable tells whether a draw is one of finitely many values, by a table of their probabilities.
func (s *Signature) ofTable() bool { return s != nil && s.Family && (s.Finite || s.Draws == Bool) }

// tabular tells whether the rows of a table are such that they make one factor.
func (c *checker) tabular(name string, x *lang.Index, draws *Signature, parents int, s scope) bool {
	row := draws.shapes[draws.positional[0]]
	if v := c.variables[name]; v != nil && v.Random {
		return parents == 1 && row == 1 && c.randomRows(v, x, s)
	}
	in := c.inputs[name]
	if in == nil || in.Type.Kind != Real || in.Missing || len(in.Dims) != len(x.Args)+row || parents > maxParents {
		return false
	}
	for d := len(x.Args) - parents; d < len(in.Dims); d++ {
		ragged := false
		in.Dims[d].Walk(func(e *Expr) { ragged = ragged || e.Op == OpDim && e.Dim >= len(x.Args)-parents })
		if ragged {
			return false
		}
	}
	return true
}

// randomRows tells whether x[.., k] are rows that are drawn from dirichlet distributions and
// inferred by VMP, outside of all repeats.
func (c *checker) randomRows(v *Variable, x *lang.Index, s scope) bool {
	if c.algorithmFor(v.Name) != "vmp" || len(s.repeats) > 0 || len(c.defs[v.Name]) == 0 {
		return false
	}
	for _, n := range c.file.Point {
		if n.Name == v.Name {
			return false
		}
	}
	for _, d := range c.defs[v.Name] {
		call, ok := d.dist.(*lang.Call)
		if !ok || mcmc.Row(call.Fun) == nil || !mcmc.Row(call.Fun).Simplex || d.indices != len(x.Args) || len(d.sides) > 0 {
			return false
		}
	}
	return true
}

// algorithmFor is the algorithm that the file names for a variable.
func (c *checker) algorithmFor(name string) string {
	for _, choice := range c.file.Algorithm.PerVariable {
		if choice.Key.Name == name {
			return choice.Value.Name
		}
	}
	return c.model.Algorithm
}

// inferredTogether tells whether one algorithm infers what is drawn and the parents.
func (c *checker) inferredTogether(target lang.Expr, rows string, parents []lang.Expr) bool {
	names := []string{}
	if n := targetName(target); c.variables[n.Name] != nil && c.variables[n.Name].Random {
		names = append(names, n.Name)
	}
	for _, p := range parents {
		names = append(names, targetName(p).Name)
	}
	for _, n := range names {
		if c.algorithmFor(n) != c.algorithmFor(names[0]) {
			return false
		}
	}
	// By VMP alone the rows of what is observed are read one by one, as by gates.
	return c.variables[rows] == nil || len(names) > len(parents) || c.algorithmFor(names[0]) != "vmp"
}

// tableOf types a distribution by a table: as in the branches of gates, with a loop over
// the values of each parent in the place of these. Conditions on the rows are checked
// in the loops.
func (c *checker) tableOf(call *lang.Call, parents []*Expr, s scope) *Dist {
	inner := s
	var over []*Loop
	for _, on := range parents {
		l := c.values(on)
		over = append(over, l)
		inner = inner.with(l)
		inner.known = append(inner.known[:len(inner.known):len(inner.known)], knownValue{on.Key(), IndexExpr(l.Index)})
	}
	d := c.dist(call, inner)
	if d == nil {
		return nil
	}
	for _, on := range parents {
		on.Variable.used = true
	}
	if d.Args[0].Random {
		row := d.Args[0]
		d.Args[0] = &Expr{Op: OpReduce, Fun: CallTable, Type: row.Type, Args: append([]*Expr{row}, parents...), Loop: over[0], Random: true, At: row.At}
		d.Over = over
		return d
	}
	rows := *d.Args[0]
	rows.Args = rows.Args[:len(rows.Args)-len(parents)]
	rows.Type.Dimensions += len(parents)
	d.Args[0] = &Expr{Op: OpCall, Fun: CallTable, Type: d.Args[0].Type, Args: append([]*Expr{&rows}, parents...), Random: true, At: rows.At}
	d.Over = over
	return d
}

// values is a loop over the values of a random whole number, whose index stands for it.
func (c *checker) values(on *Expr) *Loop {
	size := &Expr{Op: OpCall, Fun: "cardinality", Type: Type{Kind: Int}, Args: []*Expr{on}, At: on.At}
	index := &Index{ID: c.indices, Name: "k", For: c.fors, Range: on.Type.Range, At: on.At, Selects: true}
	if on.Op == OpVariable {
		index.Name = on.Variable.Name
	}
	c.indices++
	c.fors++
	c.usedIndex[index] = true
	return &Loop{Index: index, Lo: Number(0), Hi: size, Full: size}
}
