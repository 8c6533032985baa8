package codegen

// The functions of a generated package that add up the log evidence of branches.

const possibleText = `
// %[1]s is a product of messages in a branch: uniform where they contradict each
// other, as the evidence of the branch says.
func %[1]s(m %[2]s) %[2]s {
	if !m.IsFinite() {
		return %[3]s
	}
	return m
}
`

const addToText = `
// addTo adds n times a term to the log evidence of a branch. Where the term is -Inf
// the branch is impossible, whatever n.
func addTo(evidence *float64, term, n float64) {
	if term < -math.MaxFloat64 {
		*evidence = term
		return
	}
	*evidence += n * term
}
`

const valuedText = `
// valued tells whether the log evidence of each branch is a number, or -Inf.
func valued(evidence []float64) dist.Fault {
	for _, e := range evidence {
		if e != e {
			return dist.Improper
		}
	}
	return dist.NoFault
}
`
