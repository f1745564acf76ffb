// Package responses has the shapes of the SDK.
package responses

import "context"

type ResponseService struct{}

func (r *ResponseService) New(ctx context.Context, text string) (string, error) { return "", nil }
