package command

import "embed"

// Source is the source of this package, from which the programs take the declarations that they need.
//
//go:embed *.go
var Source embed.FS
