package alone

import "testing"

func TestTables(t *testing.T) {
	table, err := Assembly(1, []int{100, 200})
	if err != nil || len(table.Rows) != 4 {
		t.Errorf("%v, %v", table.Rows, err)
	}
	for _, r := range table.Rows {
		if len(r) != len(table.Columns) {
			t.Errorf("%v", r)
		}
	}
}

func TestBeliefs(t *testing.T) {
	old := chains
	defer func() { chains = old }()
	chains = []chain{{4, 10}, {40, 10}}
	table, err := Beliefs(1)
	if err != nil || len(table.Rows) != 2 || len(table.Rows[1]) != len(table.Columns) {
		t.Errorf("%v, %v", table.Rows, err)
	}
}
