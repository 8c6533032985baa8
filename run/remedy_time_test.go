package run

import "time"

// The tests of remedies ask what helps, not what helps soon.
func init() { remedyTime = time.Minute }
