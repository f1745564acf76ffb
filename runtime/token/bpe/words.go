package bpe

import (
	"strings"
	"sync"
)

// remembered is how many words one generation holds; two are kept.
const remembered = 1 << 16

// words remembers the counts of words within a bound: when the young generation is full it becomes the old one, and what is asked
// of the old one moves to the young. So what is in use stays, and memory stays under two generations of short words.
type words struct {
	mu         sync.RWMutex
	young, old map[string]int32
}

// read looks words up; look must not be kept.
func (w *words) read(do func(look func(string) (int32, bool))) {
	w.mu.RLock()
	defer w.mu.RUnlock()
	do(func(word string) (int32, bool) {
		if n, ok := w.young[word]; ok {
			return n, true
		}
		n, ok := w.old[word]
		return n, ok
	})
}

// learn remembers what was asked.
func (w *words) learn(counts map[string]int32) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for word, n := range counts {
		if len(word) > longest {
			continue
		}
		if len(w.young) >= remembered || w.young == nil {
			w.old, w.young = w.young, make(map[string]int32, 1024)
		}
		w.young[strings.Clone(word)] = n // not to keep the whole text alive
	}
}
