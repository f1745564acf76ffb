package peers

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// common are words of which most of a text is made; the rest are names, which a tokenizer has not seen before.
var common = strings.Fields(`the of and to in a is that for it was on with as be by at from not are this but had have were which one all
their there has been would will more no if out so said what up its about into than them can only other new some could time these two may then do
first any my now such like our over man me even most made after also did many before must through years where much your way well down should
because each just those people how too little state good very make world still own see men work long get here between both life being under never
day same another know while last might us great old year off come since against go came right used take three quota mackerel catch tonnes cut
share stock offer round party coastal fleet vessel season harbour treaty line proposal deadline per cent clause annex`)

var syllables = strings.Fields("ar bel cor dun es fjor gri hal is jar kel lo mun nor os pri quel ros sund tor ul var wes yr zan")

// texts are n texts of some fifteen words each: the same for the same seed.
func texts(n int, seed uint64) []string {
	r := rand.New(rand.NewPCG(seed, 1))
	out := make([]string, n)
	for i := range out {
		var words []string
		for range 10 + r.IntN(10) {
			switch r.IntN(12) {
			case 0:
				words = append(words, name(r))
			case 1:
				words = append(words, fmt.Sprint(r.IntN(100_000)))
			default:
				words = append(words, common[int(float64(len(common))*r.Float64()*r.Float64())])
			}
		}
		out[i] = strings.Join(words, " ") + "."
	}
	return out
}

func name(r *rand.Rand) string {
	var b strings.Builder
	for range 2 + r.IntN(2) {
		b.WriteString(syllables[r.IntN(len(syllables))])
	}
	return strings.ToUpper(b.String()[:1]) + b.String()[1:]
}
