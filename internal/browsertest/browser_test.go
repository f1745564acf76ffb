package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/grantgen/grantgen/internal/need"
	tracepage "github.com/grantgen/grantgen/runtime/trace/page"
)

func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if at, err := exec.LookPath(name); err == nil {
			return at
		}
	}
	need.Missing(t, "chromium", "Chromium is not on this machine (chromium, chromium-browser, google-chrome or chrome, on PATH)")
	return ""
}

// tab is a page in a browser of its own, and what it said that it should not have: errors, alerts, requests.
type tab struct {
	t     *testing.T
	ctx   context.Context
	mu    sync.Mutex
	noise []string
}

// watch counts, from before the page's first line on, how long the browser was busy without a pause.
const watch = `window.longest = 0; new PerformanceObserver((l) => { for (const e of l.getEntries()) window.longest = Math.max(window.longest, e.duration); }).observe({type: "longtask", buffered: true});
window.ran = []; window.alert = (x) => window.ran.push("alert " + x); window.pwned = () => window.ran.push("pwned");`

func open(t *testing.T, width, height int, p tracepage.Page) *tab {
	t.Helper()
	return openAt(t, width, height, p, "")
}

// openAt opens the page with a fragment in its address.
func openAt(t *testing.T, width, height int, p tracepage.Page, fragment string) *tab {
	t.Helper()
	at := chromium(t)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := tracepage.WriteFile(file, p); err != nil {
		t.Fatal(err)
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(at), chromedp.NoSandbox, chromedp.WindowSize(width, height))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 3*time.Minute)
	t.Cleanup(cancel)
	tb := &tab{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, tb.hear)
	tb.do(emulation.SetDeviceMetricsOverride(int64(width), int64(height), 1, false), runtime.Enable(), log.Enable(),
		chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := page.AddScriptToEvaluateOnNewDocument(watch).Do(ctx)
			return err
		}), chromedp.Navigate("file://"+file+fragment), chromedp.WaitVisible("#parts .row, #middle p", chromedp.ByQuery))
	return tb
}

func (tb *tab) hear(event any) {
	said := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		said = "exception: " + e.ExceptionDetails.Error()
	case *log.EventEntryAdded:
		said = fmt.Sprintf("%s: %s", e.Entry.Level, e.Entry.Text)
	case *runtime.EventConsoleAPICalled:
		said = fmt.Sprintf("console.%s", e.Type)
	case *page.EventJavascriptDialogOpening:
		said = "dialog: " + e.Message
	}
	if said != "" {
		tb.mu.Lock()
		tb.noise = append(tb.noise, said)
		tb.mu.Unlock()
	}
}

// quiet holds that nothing was said and nothing ran.
func (tb *tab) quiet() {
	tb.t.Helper()
	tb.mu.Lock()
	defer tb.mu.Unlock()
	if len(tb.noise) > 0 {
		tb.t.Errorf("the page said:\n%s", strings.Join(tb.noise, "\n"))
	}
	var ran []string
	tb.eval("window.ran", &ran)
	if len(ran) > 0 {
		tb.t.Errorf("text ran as a script: %v", ran)
	}
}

func (tb *tab) do(actions ...chromedp.Action) {
	tb.t.Helper()
	if err := chromedp.Run(tb.ctx, actions...); err != nil {
		tb.t.Fatal(err)
	}
}

func (tb *tab) eval(js string, into any) {
	tb.t.Helper()
	tb.do(chromedp.Evaluate(js, into))
}

func (tb *tab) text(js string) string {
	tb.t.Helper()
	var s string
	tb.eval(js, &s)
	return s
}

// key presses a key of the page, with nothing in particular focused.
func (tb *tab) key(k string) {
	tb.t.Helper()
	b, _ := json.Marshal(k)
	tb.eval(`document.activeElement.blur(); document.body.dispatchEvent(new KeyboardEvent("keydown", {key: `+string(b)+`, bubbles: true})); 0`, nil)
	tb.settle()
}

// settle waits until the page has drawn.
func (tb *tab) settle() {
	tb.t.Helper()
	tb.do(chromedp.Evaluate(`new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => go(0))))`, nil, func(p *runtime.EvaluateParams) *runtime.EvaluateParams {
		return p.WithAwaitPromise(true)
	}))
}

// shot keeps a screenshot where GRANTGEN_SHOTS says.
func (tb *tab) shot(name string) {
	tb.t.Helper()
	dir := os.Getenv("GRANTGEN_SHOTS")
	if dir == "" {
		return
	}
	var png []byte
	tb.settle()
	tb.do(chromedp.CaptureScreenshot(&png))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		tb.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666); err != nil {
		tb.t.Fatal(err)
	}
}
