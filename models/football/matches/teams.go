package matches

// Teams numbers teams by their first appearance.
type Teams struct {
	Names  []string
	number map[string]int
}

// NewTeams numbers the teams of matches.
func NewTeams(lists ...[]Match) *Teams {
	t := &Teams{number: map[string]int{}}
	for _, list := range lists {
		for _, m := range list {
			t.add(m.Home)
			t.add(m.Away)
		}
	}
	return t
}

func (t *Teams) add(name string) {
	if _, ok := t.number[name]; !ok {
		t.number[name] = len(t.Names)
		t.Names = append(t.Names, name)
	}
}

// Number returns the number of a team, -1 for one that is not known.
func (t *Teams) Number(name string) int {
	if n, ok := t.number[name]; ok {
		return n
	}
	return -1
}
