package codegen

import "mpc/loops"

// beside prints two loops over the same range, in opposite directions, as one.
func (f *function) beside(a, b *loops.For) {
	outer := f.carried
	f.carry(a)
	f.carry(b)
	f.outdate(a)
	f.outdate(b)
	f.loop(a.Index, a.Lo, a.Hi, a.Reverse)
	f.block(a.Body)
	first := f.index(a.Index)
	second := f.fresh(local(b.Index.Name))
	v := f.env()
	f.body.line("%s := %s // the other way", second, mirrored(v.whole(b.Lo), v.whole(b.Hi), first))
	f.names[b.Index] = second
	f.block(b.Body)
	f.names[a.Index] = first // which may be the same index
	f.close()
	f.carried = outer
}

// mirrored is the index that is as far from the end of lo <= index < hi as i is from
// the start.
func mirrored(lo, hi, i string) string {
	switch lo {
	case "0":
		return minus(minusOne(hi), i)
	case "1":
		return minus(hi, i)
	}
	return minus(lo+" + "+minusOne(hi), i)
}
