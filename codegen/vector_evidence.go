package codegen

const scaleText = `
// scaleOf is the log scale of the product of two messages among more. One that says
// nothing is 1 everywhere.
func scaleOf[M interface {
	IsUniform() bool
	IsProper() bool
	LogScale(M) float64
}](a, b M) float64 {
	if a.IsUniform() && !a.IsProper() || b.IsUniform() && !b.IsProper() {
		return 0
	}
	return a.LogScale(b)
}
`

const overlapInText = `
// overlapIn is the log integral of two messages about vectors. One that says
// nothing is 1 everywhere.
func overlapIn[M interface {
	IsUniform() bool
	IsProper(*dist.MvWork) bool
	LogIntegral(M, *dist.MvWork) float64
}](a, b M, work *dist.MvWork) float64 {
	if a.IsUniform() && !a.IsProper(work) || b.IsUniform() && !b.IsProper(work) {
		return 0
	}
	return a.LogIntegral(b, work)
}
`
