//go:build long

package agree

const (
	randomModels = 200
	nameStride   = 1 // all sets of names
)
