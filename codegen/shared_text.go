package codegen

// batchesText is Batches with the parts that models differ in: a field for the
// inputs that define shared variables, a sentence on damping, the check of those
// inputs, what a batch says, and how the inputs are kept.
func batchesText(field, damped, check, said, keep string) string {
	return `// Batches are data in parts that are run one at a time: it keeps what each batch
// says about the shared variables, and the last Inference. The zero value is ready.
// The messages are the leaves of a tree, whose inner nodes are the products of
// those below: what all batches but one say is the product of few, and nothing is
// ever divided.
type Batches struct {
	tree    []Shared
	last    *Inference
	beliefs beliefs
	change  float64` + field + `
}

// Visit runs one batch, given what the others said when they were visited last,
// and keeps what it says. Batches count from 0, and may be visited in any order and
// again and again: once no visit changes anything, the posteriors of the shared
// variables are those of a run on all data. After an error nothing is kept.` + damped + `
func (b *Batches) Visit(ctx context.Context, batch int, data Data, opts ...Option) (Summary, error) {
	others, err := b.Others(batch)
	if err != nil {
		return Summary{}, err
	}
	inf, err := New(data)
	if err != nil {
		return Summary{}, err
	}` + check + `
	if err := inf.SetShared(others); err != nil {
		return Summary{}, err
	}
	s, err := inf.Run(ctx, opts...)
	if err != nil {
		return s, err
	}
	if err := b.Set(batch, ` + said + `); err != nil {
		return s, err
	}
	now := inf.beliefs()
	b.change = now.change(b.beliefs)
	b.last, b.beliefs = inf, now` + keep + `
	return s, nil
}

// Inference returns that of the last visit: its posteriors of the shared variables
// are of all batches visited so far. It is nil before the first visit; after an error
// it is that of the last visit that had none, which therefore stays in memory while the
// next runs.
func (b *Batches) Inference() *Inference { return b.last }

// Change is how much the last visit changed a posterior of a shared variable at
// most, +Inf after the first one.
func (b *Batches) Change() float64 { return b.change }

// Others returns the product of what all batches but one say.
func (b *Batches) Others(batch int) (Shared, error) {
	if batch < 0 {
		return Shared{}, &InputError{Input: "batch", Message: fmt.Sprintf("%d is negative", batch)}
	}
	return engine.Others(b.tree, batch, Shared.Times)
}

// Set keeps what a batch says: the result of Shared of its Inference, of this run
// or of an earlier one.
func (b *Batches) Set(batch int, m Shared) error {
	if _, err := b.Others(batch); err != nil {
		return err
	}
	tree, err := engine.SetLeaf(b.tree, batch, m, Shared.Times)
	if err != nil {
		return err
	}
	b.tree = tree
	return nil
}
`
}
