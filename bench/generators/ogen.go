package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
)

type object = map[string]any

func operation(i int) object {
	party := object{"name": "party", "in": "query", "required": true, "schema": object{"type": "string", "enum": []string{"norway", "uk", "faroes", "iceland", "eu"}}}
	round := object{"name": "round", "in": "query", "schema": object{"type": "integer"}}
	item := object{
		"type": "object", "required": []string{"party", "text"},
		"properties": object{"party": object{"type": "string"}, "round": object{"type": "integer"}, "text": object{"type": "string"}, "note": object{"type": "integer"}},
	}
	return object{"get": object{
		"operationId": fmt.Sprintf("read%05d", i), "parameters": []object{party, round},
		"responses": object{"200": object{"description": "what was read", "content": object{"application/json": object{"schema": object{"type": "array", "items": item}}}}},
	}}
}

// ogenMost is how many operations ogen is given at most: a thousand take it, and the compiler, minutes.
const ogenMost = 200

// ogen is one document; it makes a client and a server of it, by its defaults.
func ogen(bin string) tool {
	return tool{
		name: "ogen", unit: "operation", made: "api", most: ogenMost,
		write: func(dir string, units int) error {
			paths := object{}
			for i := range units {
				paths[fmt.Sprintf("/read/%05d", i)] = operation(i)
			}
			doc, err := json.Marshal(object{"openapi": "3.1.0", "info": object{"title": "reads", "version": "1"}, "paths": paths}) // maps are written in order
			if err != nil {
				return err
			}
			return put(filepath.Join(dir, "openapi.json"), string(doc))
		},
		command: func(dir string) (*exec.Cmd, error) {
			return in(dir, bin, "--target", "api", "--package", "api", "openapi.json"), nil
		},
	}
}
