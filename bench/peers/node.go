package peers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/grantgen/grantgen/bench/internal/figure"
)

// Missing says why the peers cannot run here, or is empty. Dir is the folder of peers.mjs.
func Missing(dir string) string {
	if _, err := exec.LookPath("node"); err != nil {
		return "there is no node"
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err != nil {
		return fmt.Sprintf("the peers are not installed: npm ci --prefix %s", dir)
	}
	return ""
}

// node is a process that runs peers.mjs. It is asked one thing at a time.
type node struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	err *bytes.Buffer // what it says when it ends badly; read after Wait alone
}

func start(dir string) (*node, error) {
	cmd := exec.Command("node", "--expose-gc", "peers.mjs")
	var said bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &said
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start node: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start node: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start node: %w", err)
	}
	return &node{cmd, in, bufio.NewReader(out), &said}, nil
}

// close ends the process by ending what it reads.
func (n *node) close() error {
	closed, ended := n.in.Close(), n.cmd.Wait()
	if ended != nil {
		ended = fmt.Errorf("node ended: %w: %s", ended, bytes.TrimSpace(n.err.Bytes()))
	}
	return errors.Join(closed, ended)
}

func (n *node) ask(request map[string]any, answer any) error {
	line, err := json.Marshal(request)
	if err != nil {
		return err
	}
	if _, err := n.in.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("ask node: %w", err)
	}
	got, err := n.out.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("hear from node: %w", err)
	}
	var failed struct{ Error string }
	if err := json.Unmarshal(got, &failed); err != nil {
		return fmt.Errorf("hear from node: %w", err)
	}
	if failed.Error != "" {
		return fmt.Errorf("node: %s", failed.Error)
	}
	return json.Unmarshal(got, answer)
}

// load gives it sets of texts to run on.
func (n *node) load(sets [][]string) error {
	return n.ask(map[string]any{"do": "texts", "sets": sets}, &struct{}{})
}

// count is what its tokenizer says of each set.
func (n *node) count() ([]int, error) {
	var answer struct{ Tokens []int }
	err := n.ask(map[string]any{"do": "count"}, &answer)
	return answer.Tokens, err
}

// run has one peer fit every loaded set into a budget, and says what it took and how many parts were kept of each.
func (n *node) run(peer string, budget int, warm bool) (figure.Cost, []int, error) {
	var answer struct {
		CPU, Wall int64
		Kept      []int
	}
	if err := n.ask(map[string]any{"do": "run", "peer": peer, "budget": budget, "warm": warm}, &answer); err != nil {
		return figure.Cost{}, nil, err
	}
	return figure.Cost{CPU: time.Duration(answer.CPU) * time.Microsecond, Wall: time.Duration(answer.Wall) * time.Microsecond}, answer.Kept, nil
}
