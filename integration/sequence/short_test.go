//go:build !long

package sequence

const long = false
