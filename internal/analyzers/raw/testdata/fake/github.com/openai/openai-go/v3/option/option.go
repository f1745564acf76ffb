// Package option has the shapes of the SDK.
package option

import "net/http"

type RequestOption func()

func WithHTTPClient(c *http.Client) RequestOption { return nil }

func WithAPIKey(key string) RequestOption { return nil }
