package token

import (
	"crypto/sha256"
	"sync"
)

// Memo remembers what c counted, by a hash of the text, for about the last bound texts (at least 2). It is safe for use by several
// goroutines if c is. Errors and negative counts are not remembered. Name and additivity are c's.
//
// An entry costs some 50 bytes however long its text is.
func Memo(c Counter, bound int) Counter {
	return &memo{counter: c, half: max(bound/2, 1), recent: map[[32]byte]int{}}
}

// memo keeps two generations: when the recent one has reached half the bound, it becomes the older one, and what was older and
// not asked for since is forgotten. That is as bounded as a list by age, and needs no list.
type memo struct {
	counter Counter
	half    int

	mu            sync.Mutex
	recent, older map[[32]byte]int
}

func (m *memo) Count(text string) (int, error) {
	key := sha256.Sum256([]byte(text))
	if n, ok := m.find(key); ok {
		return n, nil
	}
	n, err := m.counter.Count(text) // not under the lock: counting is what takes long
	if err == nil && n >= 0 {
		m.mu.Lock()
		m.put(key, n)
		m.mu.Unlock()
	}
	return n, err
}

func (m *memo) find(key [32]byte) (int, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n, ok := m.recent[key]; ok {
		return n, true
	}
	n, ok := m.older[key]
	if ok {
		m.put(key, n)
	}
	return n, ok
}

func (m *memo) put(key [32]byte, n int) {
	if len(m.recent) >= m.half {
		m.older, m.recent = m.recent, make(map[[32]byte]int, m.half)
	}
	m.recent[key] = n
}

func (m *memo) String() string { return Name(m.counter) }
func (m *memo) Additive() bool { return IsAdditive(m.counter) }
func (m *memo) Lined() bool    { return IsLined(m.counter) }
