package peers

import (
	"errors"
	"fmt"

	"github.com/grantgen/grantgen/bench/internal/figure"
)

const method = `The same texts (fifteen words each, one part a text, one of them binding) go into a prompt of half their tokens, oldest shed first. CPU time of all threads, median of %d rounds
(lowest to highest); a ratio compares the two runs of one round. Both sides count by o200k_base, and are held to the same counts: grantgen by its own counter, the peers by gpt-tokenizer, the
fastest in JavaScript that we know. *Warm*: every count is known, in a map by its text. *Cold*: texts that neither has seen, an empty map; tokenizers keep what they know of words, and the JIT of Node
is warm. grantgen's run hands each text out, cites it, checks the citations, fits, and writes the prompt; *through a grant* it also reads and decodes the parts as events from a log in memory,
and has the counts in a token.Memo, as applications do.
prompt-tsx gets a message a part with a priority each, its faster form; trimMessages strategy "last" with a token counter that adds known counts.`

// Table compares on every size, cold and warm. Dir is the folder of peers.mjs.
func Table(dir string, rounds int, sizes []int) (table figure.Table, err error) {
	table = figure.Table{
		Title: "Assembly, against peers", Method: fmt.Sprintf(method, rounds), Skipped: Missing(dir),
		Columns: []string{"parts", "counts", "grantgen, ms", "through a grant, ms", "prompt-tsx, ms", "trimMessages, ms", "prompt-tsx / grantgen", "trimMessages / grantgen"},
	}
	if table.Skipped != "" {
		return table, nil
	}
	n, err := start(dir)
	if err != nil {
		return table, err
	}
	defer func() { err = errors.Join(err, n.close()) }()
	for _, size := range sizes {
		for _, warm := range []bool{false, true} {
			row, err := row(n, size, warm, rounds)
			if err != nil {
				return table, fmt.Errorf("%d parts: %w", size, err)
			}
			table.Rows = append(table.Rows, row)
		}
	}
	return table, nil
}

func row(n *node, size int, warm bool, rounds int) ([]string, error) {
	b := &bench{node: n, size: size, warm: warm, seed: uint64(size) << 20}
	if err := b.half(); err != nil {
		return nil, err
	}
	if b.same = b.fresh(); warm {
		if err := n.load(b.same); err != nil {
			return nil, err
		}
	}
	sides := []figure.Side{b.ours("grantgen", session, inMap), b.ours("through a grant", granted, memo)}
	for _, name := range Peers {
		sides = append(sides, b.peer(name))
	}
	costs, err := figure.Turns(rounds, sides...)
	if err != nil {
		return nil, err
	}
	cells := []string{fmt.Sprint(size), map[bool]string{true: "warm", false: "cold"}[warm]}
	for i := range sides {
		cells = append(cells, figure.Times(figure.CPU(costs[i])).String())
	}
	for i := range Peers {
		cells = append(cells, figure.Ratios(figure.CPU(costs[2+i]), figure.CPU(costs[0])).String())
	}
	return cells, nil
}
