//go:build long

package exact

import "testing"

func TestManyAsksOfTied(t *testing.T) { checkAsked(t, 2000) }
