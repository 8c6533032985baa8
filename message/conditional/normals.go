package conditional

import (
	"mpc/model"
)

// normals makes a block of draws that are normal.
func (b *builder) normals(list []*Draw, leaf map[*model.Variable]bool) (*Block, *refusal) {
	p := partsOf(list)
	for _, d := range list {
		v := d.Variable()
		name := b.program.Original(v).Name
		switch {
		case d.Method == Forward:
			return nil, refuse(nil, "no data depend on %s, which is drawn from its prior once for each draw that is kept", name)
		case v.Type.Kind != model.Real || v.Type.Dimensions > 1:
			return nil, refuse(nil, "%s is no normal", name)
		case v.Input != nil || partlySeen(v):
			return nil, refuse(nil, "%s has entries that the data give", name)
		case v.Type.Dimensions == 1 && len(d.Guards) > 0:
			return nil, refuse(nil, "no statement draws some elements of %s", name)
		case d.Method != Conjugate:
			return nil, refuse(nil, "%s is drawn by %s: %s", name, d.Method, d.Reason)
		case d.Family != "normal" && d.Family != "mvnormal":
			return nil, refuse(nil, "%s is %s, not normal", name, d.Family)
		}
	}
	block := &Block{Parts: list}
	for _, f := range b.program.Factors {
		if f.Drawn != nil && leaf[f.Drawn.Variable] || f.Latent != nil || !p.tells(f) {
			continue
		}
		rows, no := p.rows(b, f)
		if no != nil {
			return nil, no
		}
		for _, row := range rows {
			if len(row.Slopes) > 0 { // else what it reads is in differences that are 0
				block.Rows = append(block.Rows, row)
			}
		}
	}
	return block, nil
}
