// Command simulate writes the data of the click model: sessions with results that stand
// roughly in the order of their attraction, and what the numbers are that made them.
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"flag"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"mpc/models/click/click"
)

// A truth is what the data were made with.
type truth struct {
	Attraction, Satisfaction []float64
	Persistence              float64
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("simulate: ")
	sessions := flag.Int("sessions", 2500, "number of sessions")
	documents := flag.Int("documents", 20, "number of results that there are")
	ranks := flag.Int("ranks", 6, "results of a session")
	seed := flag.Uint64("seed", 1, "seed of the generator")
	folder := flag.String("o", "models/click", "folder for data.json.gz and truth.json")
	flag.Parse()
	if err := write(*folder, *sessions, *documents, *ranks, *seed); err != nil {
		log.Fatal(err)
	}
}

// simulate draws the numbers, then sessions of a user who looks from above.
func simulate(sessions, documents, ranks int, seed uint64) (click.Data, truth) {
	r := rand.New(rand.NewPCG(seed, 0))
	w := truth{Persistence: 0.85}
	for range documents {
		w.Attraction = append(w.Attraction, 0.1+0.7*r.Float64())
		w.Satisfaction = append(w.Satisfaction, 0.1+0.8*r.Float64())
	}
	d := click.Data{
		Session: sessions, Rank: ranks, Document: documents,
		AttractionPrior: click.Beta{A: 2, B: 2}, SatisfactionPrior: click.Beta{A: 2, B: 2}, PersistencePrior: click.Beta{A: 2, B: 2},
	}
	for range sessions {
		shown := r.Perm(documents)[:ranks]
		guess := make([]float64, documents)
		for k := range guess {
			guess[k] = w.Attraction[k] + 0.15*r.NormFloat64()
		}
		slices.SortFunc(shown, func(a, b int) int { return cmp.Compare(guess[b], guess[a]) })
		clicked, examined := make([]bool, ranks), true
		for k, doc := range shown {
			clicked[k] = examined && r.Float64() < w.Attraction[doc]
			satisfied := clicked[k] && r.Float64() < w.Satisfaction[doc]
			examined = examined && !satisfied && r.Float64() < w.Persistence
		}
		d.Shown, d.Clicked = append(d.Shown, shown), append(d.Clicked, clicked)
	}
	return d, w
}

func write(folder string, sessions, documents, ranks int, seed uint64) error {
	d, w := simulate(sessions, documents, ranks, seed)
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "data.json.gz"), b.Bytes(), 0o644); err != nil {
		return err
	}
	if text, err = json.MarshalIndent(w, "", " "); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "truth.json"), append(text, '\n'), 0o644)
}
