package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

// requestFile is where the request to the plugin lies: what protoc would send it, made here by protocompile, so that no protoc is
// needed. Parsing is not on protoc-gen-go's account.
const requestFile = "request.bin"

func protoFile(at, end int) string {
	var b strings.Builder
	b.WriteString("syntax = \"proto3\";\npackage reads;\noption go_package = \"example.org/generated/pb\";\n")
	for i := at; i < end; i++ {
		fmt.Fprintf(&b, "message Read%05d {\n  string party = 1;\n  int32 round = 2;\n  string text = 3;\n  optional int32 note = 4;\n}\n", i)
	}
	return b.String()
}

// protocGenGo is one file for ten messages.
func protocGenGo(bin string) tool {
	return tool{
		name: "protoc-gen-go", unit: "message", made: "pb",
		write: func(dir string, units int) error {
			sources, names := map[string]string{}, []string{}
			for at := 0; at < units; at += slicesARole {
				name := fmt.Sprintf("p%05d.proto", at)
				names = append(names, name)
				sources[name] = protoFile(at, min(at+slicesARole, units))
			}
			request, err := pluginRequest(names, sources)
			if err != nil {
				return err
			}
			return put(filepath.Join(dir, requestFile), string(request))
		},
		command: func(dir string) (*exec.Cmd, error) {
			request, err := os.ReadFile(filepath.Join(dir, requestFile))
			cmd := in(dir, bin)
			cmd.Stdin, cmd.Stdout = bytes.NewReader(request), &bytes.Buffer{}
			return cmd, err
		},
		take: func(dir string, out []byte) error {
			var answer pluginpb.CodeGeneratorResponse
			if err := proto.Unmarshal(out, &answer); err != nil {
				return fmt.Errorf("read the plugin's answer: %w", err)
			}
			if answer.Error != nil {
				return fmt.Errorf("protoc-gen-go: %s", *answer.Error)
			}
			for _, f := range answer.File {
				if err := put(filepath.Join(dir, "pb", filepath.Base(f.GetName())), f.GetContent()); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func pluginRequest(names []string, sources map[string]string) ([]byte, error) {
	compiler := protocompile.Compiler{Resolver: &protocompile.SourceResolver{Accessor: protocompile.SourceAccessorFromMap(sources)}}
	files, err := compiler.Compile(context.Background(), names...)
	if err != nil {
		return nil, fmt.Errorf("compile the messages: %w", err)
	}
	request := &pluginpb.CodeGeneratorRequest{FileToGenerate: names}
	for _, f := range files {
		var d *descriptorpb.FileDescriptorProto = protodesc.ToFileDescriptorProto(f)
		request.ProtoFile = append(request.ProtoFile, d)
	}
	return proto.Marshal(request)
}
