//go:build !long

package latent

var manyHypers = []int{4}
