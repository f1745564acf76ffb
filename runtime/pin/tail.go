package pin

import "strings"

// tail is what follows of an answer after its reader has closed it: when it says nothing, the reader had the whole of it. Nothing is
// white space, and in a stream of events also comments and the mark of the end.
type tail struct {
	events bool
	inside bool // what comes first is the rest of a line
	line   string
}

// after is the tail of an answer of which last was read last (0: nothing was).
func after(last byte, events bool) *tail {
	return &tail{events: events, inside: last != 0 && last != '\n'}
}

const (
	endMark  = "data: [DONE]"
	longTail = 4 << 10 // bytes of a line that is a comment
)

// take says whether what follows so far says nothing.
func (t *tail) take(b []byte) bool {
	t.line += string(b)
	for {
		line, rest, ended := strings.Cut(t.line, "\n")
		if !ended {
			break
		}
		if !t.saysNothing(line) {
			return false
		}
		t.line, t.inside = rest, false
	}
	begins := t.events && !t.inside && strings.HasPrefix(endMark, t.line)
	return len(t.line) <= longTail && (begins || t.saysNothing(t.line))
}

// end says whether the last line, which may lack its end, says nothing either.
func (t *tail) end() bool { return t.saysNothing(t.line) }

func (t *tail) saysNothing(line string) bool {
	line = strings.TrimRight(line, " \t\r")
	return line == "" || t.events && !t.inside && (line[0] == ':' || line == endMark)
}
