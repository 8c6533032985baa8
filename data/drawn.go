package data

import (
	"fmt"

	"mpc/model"
)

// drawn tells whether what is drawn decides a condition too.
func (c condition) drawn() bool { return c.x.Random || c.limit != nil && c.limit.Random }

// meets tells whether a condition is met whatever is drawn.
func (k *cells) meets(c condition, env *Env) bool {
	return c.ensures(k.reach(c.x, env), k.reach(c.limit, env))
}

// excluded tells whether a condition is not met whatever is drawn.
func (k *cells) excluded(c condition, env *Env) bool {
	return c.excludes(k.reach(c.x, env), k.reach(c.limit, env))
}

// checkDrawn checks a condition that what is drawn decides too: it is an error where no draw
// meets it.
func (k *cells) checkDrawn(r *model.Relation, c condition, env *Env, reported *bool) {
	if !k.excluded(c, env) {
		return
	}
	f, inner := k.factor(c, env)
	if x, limit, ok := f.in(inner); ok && !f.drawn() && !f.holds(x, limit) {
		if p, exact := k.blame(f, inner); p != nil {
			k.report(r, f, *p, f.says(exact, k.value(*p), x, limit), reported)
		}
		return
	}
	if p, exact := k.blame(c, env); p != nil {
		k.report(r, c, *p, c.saysDrawn(exact, k.reach(c.x, env), k.reach(c.limit, env)), reported)
	}
}

// factor is the condition on what is known of a product whose other factors have a sign, in
// the env of the statement that computes it: on h where h r is at least 0, and r is
// drawn from a gamma.
func (k *cells) factor(c condition, env *Env) (condition, *Env) {
	if !c.limit.IsNumber(0) {
		return c, env
	}
	for depth := 0; c.x.Random && depth < 4*mostDefinitions; depth++ {
		switch {
		case c.x.Op == model.OpVariable:
			index, err := Index(c.x.Args, env)
			if err != nil {
				return c, env
			}
			r, inner := k.definition(c.x.Variable, index, env)
			if r == nil || r.Kind != model.Assign {
				return c, env
			}
			c.x, env = r.Value, inner
		case c.x.Op == model.OpCall && c.x.Fun == "neg":
			c.x, c.operator = c.x.Args[0], flipped[c.operator]
		case c.x.Op == model.OpCall && (c.x.Fun == "*" || c.x.Fun == "/"):
			x, rest := c.x.Args[0], c.x.Args[1]
			if !rest.Random || x.Random && k.reach(x, env).Low >= 0 {
				x, rest = rest, x
			}
			switch sign := k.reach(rest, env); {
			case sign.Low >= 0:
			case sign.High <= 0:
				c.operator = flipped[c.operator]
			default:
				return c, env
			}
			c.x = x
		default:
			return c, env
		}
	}
	return c, env
}

// flipped has the comparison of what has the other sign.
var flipped = map[string]string{">=": "<=", "<=": ">=", ">": "<", "<": ">"}

// excludes tells whether no draw meets the condition between two expressions.
func (c condition) excludes(x, limit reach) bool {
	switch c.operator {
	case ">=":
		return x.High < limit.Low
	case ">":
		return x.High <= limit.Low
	case "<=":
		return x.Low > limit.High
	case "<":
		return x.Low >= limit.High
	}
	return false
}

// ensures tells whether every draw meets it.
func (c condition) ensures(x, limit reach) bool {
	switch c.operator {
	case ">=":
		return x.Low >= limit.High
	case ">":
		return x.Low > limit.High
	case "<=":
		return x.High <= limit.Low
	case "<":
		return x.High < limit.Low
	}
	return false
}

// saysDrawn is what a datum has to do with a condition that no draw meets.
func (c condition) saysDrawn(exact bool, x, limit reach) string {
	end := func(low bool, r reach) string {
		v, word := r.High, "at most"
		if low {
			v, word = r.Low, "at least"
		}
		switch { // an end that no draw meets
		case v > 0 && v < 1e-300:
			return "above 0"
		case v < 0 && v > -1e-300:
			return "below 0"
		}
		return fmt.Sprintf("%s %.6g", word, v)
	}
	of, below := "", c.operator == "<=" || c.operator == "<"
	if !exact {
		of = fmt.Sprintf(", so that %s is %s", c.x, end(below, x))
	}
	if c.limit.Random {
		return fmt.Sprintf("%s; here it must be %s %s, which is %s", of, operators[c.operator], c.limit, end(!below, limit))
	}
	return fmt.Sprintf("%s; here it must be %s %.6g", of, operators[c.operator], limit.Low)
}
