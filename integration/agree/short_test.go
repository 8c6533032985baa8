//go:build !long

package agree

const (
	randomModels = 40
	nameStride   = 5 // every fifth set of names
)
