package logcli

import (
	"encoding/hex"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/runtime/timeline"
)

func (e *env) showCommand() *cobra.Command {
	var asJSON, payload, pinned bool
	cmd := &cobra.Command{
		Use:   "show LOG SEQ",
		Short: "Print one event: its envelope, and with --payload what is in it",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			seq, err := strconv.ParseInt(args[1], 10, 64)
			if err != nil || seq < 1 {
				return fmt.Errorf("%q is not the seq of an event: they begin with 1", args[1])
			}
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				page, err := log.Read(cmd.Context(), timeline.Query{After: seq - 1, UpTo: seq})
				if err != nil {
					return err
				}
				if len(page.Events) == 0 {
					return fmt.Errorf("there is no event %d", seq)
				}
				ev := page.Events[0]
				shown := payload && !isPin(ev) || pinned && isPin(ev)
				if asJSON {
					return e.writeLine(ev, shown)
				}
				e.show(ev, shown)
				return nil
			})
		},
	}
	cmd.Flags().BoolVar(&payload, "payload", false, "print the payload (not that of a pin)")
	cmd.Flags().BoolVar(&pinned, "pinned", false, "print what a pin holds: the request and the answer")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as a line of JSON")
	return cmd
}

func (e *env) show(ev timeline.Event, payload bool) {
	fmt.Fprintf(e.out, "seq      %d\nid       %s\ntype     %s v%d\nat       %s\nhash     %s\n",
		ev.Seq, ev.ID, printable(ev.Namespace+"."+ev.Type), ev.Version, stamp(ev.At), hex.EncodeToString(ev.Hash[:]))
	for _, a := range ev.Attributes {
		fmt.Fprintf(e.out, "%-8s %s\n", printable(a.Name), printable(a.Value.String()))
	}
	switch {
	case payload:
		fmt.Fprintf(e.out, "payload  %s\n", printable(string(ev.Payload)))
	case isPin(ev):
		fmt.Fprintf(e.out, "payload  %d bytes of a pin (--pinned prints them)\n", len(ev.Payload))
	default:
		fmt.Fprintf(e.out, "payload  %d bytes (--payload prints them)\n", len(ev.Payload))
	}
}
