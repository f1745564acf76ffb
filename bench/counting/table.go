package counting

import (
	"fmt"
	"strings"

	"github.com/tiktoken-go/tokenizer"

	"github.com/grantgen/grantgen/bench/internal/figure"
	"github.com/grantgen/grantgen/runtime/token/bpe"
)

const method = `The counter o200k_base of token/bpe and the library's Count on the same text, held to the same count. *Warm*: the text's words have been counted before, which the library does not use.
CPU time of all threads, median of %d rounds (lowest to highest). A run of one letter costs a naive merge the square of its length; *linear* is the time for a byte of the long run over that of the short one.`

// body is a text with its name.
type body struct{ name, text string }

func bodies() []body {
	times := func(s string, n int) string { return strings.Repeat(s, n) }
	return []body{
		{"English", times("The negotiators met again on Tuesday; nobody moved, though the chair's summary said otherwise. In 2026 the total was 299,010 tonnes.\n", 2000)},
		{"Norwegian and Icelandic", times("Fiskeriministeren sa at kvoten på 299 010 tonn «ikke kan økes». Ráðherrann sagði að aflinn yrði óbreyttur á næsta ári.\n", 2000)},
		{"Chinese and Japanese", times("部长说配额不能增加，但可以重新分配。大臣は漁獲枠を二〇二六年まで維持すると述べた。\n", 2000)},
		{"Go", times("\tfor i, o := range offers {\n\t\tif o.Party == grants.PartyUK && o.Round >= 3 {\n\t\t\treturn fmt.Errorf(\"offer %d: %w\", i, err)\n\t\t}\n\t}\n", 1500)},
		{"JSON", times(`{"id":"0190163d-8694-739b-aea5-966c26f8ad90","party":"uk","round":17,"text":"A 12% cut.","tags":["a","b"]}`+"\n", 2000)},
	}
}

// run is a text of n letters a; on these the library alone takes its time.
func run(n int) string { return strings.Repeat("a", n) }

// Table counts every text by both.
func Table(rounds int) (figure.Table, error) {
	t := figure.Table{
		Title: "Exact counting, against tiktoken-go/tokenizer alone", Method: fmt.Sprintf(method, rounds),
		Columns: []string{"text", "KiB", "token/bpe, MB a CPU second", "the library", "token/bpe / the library"},
	}
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		return t, fmt.Errorf("load the library's o200k_base: %w", err)
	}
	for _, b := range append(bodies(), body{"64,000 times a", run(64_000)}) {
		row, err := row(codec, b, rounds)
		if err != nil {
			return t, fmt.Errorf("%s: %w", b.name, err)
		}
		t.Rows = append(t.Rows, row)
	}
	linear, err := linear(rounds)
	if err != nil {
		return t, err
	}
	t.Rows = append(t.Rows, []string{"256,000 times a over 4,000 times a, a byte", "", linear.String(), "", ""})
	return t, nil
}

func row(codec tokenizer.Codec, b body, rounds int) ([]string, error) {
	want, err := codec.Count(b.text)
	if err != nil {
		return nil, err
	}
	if got, err := bpe.O200kBase.Count(b.text); err != nil || got != want {
		return nil, fmt.Errorf("the counter says %d (%v), the library %d", got, err, want)
	}
	counts := func(count func(string) (int, error), repeat int) func() (figure.Cost, error) {
		return func() (figure.Cost, error) {
			cost, err := figure.Own(func() error {
				for range repeat {
					if _, err := count(b.text); err != nil {
						return err
					}
				}
				return nil
			})
			return cost.Over(repeat), err
		}
	}
	costs, err := figure.Turns(rounds, figure.Side{Name: "token/bpe", Run: counts(bpe.O200kBase.Count, 5)}, figure.Side{Name: "the library", Run: counts(codec.Count, 1)})
	if err != nil {
		return nil, err
	}
	cells := []string{b.name, fmt.Sprint(len(b.text) >> 10)}
	for _, c := range costs {
		var speeds []float64
		for _, cpu := range figure.CPU(c) {
			speeds = append(speeds, float64(len(b.text))/1e6/cpu.Seconds())
		}
		cells = append(cells, figure.SpreadOf(speeds).String())
	}
	return append(cells, figure.Ratios(figure.CPU(costs[1]), figure.CPU(costs[0])).String()), nil
}

// linear is what a byte of a long run costs over a byte of a short one.
func linear(rounds int) (figure.Spread, error) {
	const short, long = 4_000, 256_000
	count := func(n, repeat int) figure.Side {
		text := run(n)
		return figure.Side{Name: fmt.Sprint(n), Run: func() (figure.Cost, error) {
			return figure.Own(func() error {
				for range repeat {
					if _, err := bpe.O200kBase.Count(text); err != nil {
						return err
					}
				}
				return nil
			})
		}}
	}
	costs, err := figure.Turns(rounds, count(short, long/short), count(long, 1))
	if err != nil {
		return figure.Spread{}, err
	}
	return figure.Ratios(figure.CPU(costs[1]), figure.CPU(costs[0])), nil
}
