package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

// jsDo runs statements and wants nothing back.
func jsDo(js string) chromedp.Action { return chromedp.Evaluate("{"+js+"; 0}", nil) }

// waitText waits until an element says a text.
func waitText(selector, want string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		got := ""
		js := fmt.Sprintf(`document.querySelector(%s)?.textContent ?? ""`, quoted(selector))
		for range 200 {
			if err := chromedp.Evaluate(js, &got).Do(ctx); err != nil {
				return err
			}
			if got == want {
				return nil
			}
			time.Sleep(25 * time.Millisecond)
		}
		return fmt.Errorf("%s says %q, want %q", selector, got, want)
	})
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func (tb *tab) count(selector string) int {
	tb.t.Helper()
	var n int
	tb.eval(fmt.Sprintf(`document.querySelectorAll(%s).length`, quoted(selector)), &n)
	return n
}

func count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// waitMatch waits until an element says something with this in it.
func waitMatch(selector, part string) chromedp.Action {
	return chromedp.Poll(fmt.Sprintf(`document.querySelector(%s).textContent.includes(%s)`, quoted(selector), quoted(part)), nil)
}
