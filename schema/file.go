package schema

// File is one *.grant.yaml file. Name is what positions show.
type File struct {
	Name  string
	Bytes []byte
}

// Fixed reads the text that a `fixed:` names, as the schema names it. Its error is shown as a finding at that place.
type Fixed func(name string) ([]byte, error)
