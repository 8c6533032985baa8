package engine

import "embed"

// Source is the source of this package, from which generated packages take the
// declarations that they need.
//
//go:embed *.go
var Source embed.FS

// Checking is the source of package checking, in a folder of its name: only tests import that package itself, as it imports
// testing.
//
//go:embed checking/checking.go
var Checking embed.FS
