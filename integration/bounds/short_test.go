//go:build !long

package bounds

// share is the part of the random models that are tried: one of so many.
const share = 3
