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
