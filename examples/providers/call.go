package main

import "errors"

// call is a tool call as a model wrote it: DecodeToolCall reads it, strictly.
type call struct {
	name string
	args []byte
}

var errNoCall = errors.New("the model asked for no tool")
