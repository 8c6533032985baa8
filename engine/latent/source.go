package latent

import "embed"

// Source is the source of this package, from which generated packages take the
// declarations that they need.
//
//go:embed *.go
var Source embed.FS
