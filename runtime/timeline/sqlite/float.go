package sqlite

import (
	"database/sql/driver"
	"strconv"

	"modernc.org/sqlite"
)

// floatFunction reads a float as Go does. It stands in queries only, never in the file's schema, so that other programs can open it.
const floatFunction = "grantgen_float"

func init() {
	sqlite.MustRegisterDeterministicScalarFunction(floatFunction, 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		text, ok := args[0].(string)
		if !ok {
			return nil, nil
		}
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, nil // not a number: equal to nothing
		}
		return f, nil
	})
}
