package pure

import (
	"go/types"
	"strings"

	"github.com/grantgen/grantgen/internal/analyzers/roles"
)

// What is impure, as messages say it.
const (
	clock     = "the clock"
	zone      = "the machine's time zone"
	random    = "random numbers"
	order     = "the order of a map"
	io        = "I/O"
	goroutine = "a goroutine"
	channel   = "a channel"
	assigned  = "a variable that is assigned"
	exported  = "an exported variable, which any package may assign"
	refers    = "a variable that refers to what may change"
	address   = "an address in memory"
	program   = "the running program"
	context   = "the caller's context"
	captured  = "something from outside the grant"
	log       = "the log"
	unknown   = "not known to be pure"
)

// rule is what a table says of a package: its functions and variables are all of one kind ("" is pure), but for some.
type rule struct {
	all string
	but map[string]string // by Name, or Type.Name of a method
}

func but(kind string, names ...string) map[string]string {
	m := map[string]string{}
	for _, n := range names {
		m[n] = kind
	}
	return m
}

// standard is the standard library. A package that is in neither this table nor pureStandard is not known to be pure.
var standard = map[string]rule{
	"time": {but: map[string]string{
		"Now": clock, "Since": clock, "Until": clock, "Sleep": clock, "After": clock, "AfterFunc": clock, "Tick": clock,
		"NewTimer": clock, "NewTicker": clock, "Timer.Reset": clock, "Timer.Stop": clock, "Ticker.Reset": clock, "Ticker.Stop": clock,
		"Local": zone, "Time.Local": zone, "LoadLocation": zone, "Unix": zone, "UnixMilli": zone, "UnixMicro": zone,
	}},
	"math/rand": {all: random}, "math/rand/v2": {all: random}, "crypto/rand": {all: random}, "hash/maphash": {all: random},
	"maps":         {but: but(order, "Keys", "Values", "All")},
	"encoding/gob": {all: order}, // it writes maps as they come
	"reflect": {but: map[string]string{
		"Value.MapKeys": order, "Value.MapRange": order, "Value.Seq": order, "Value.Seq2": order,
		"Value.Pointer": address, "Value.UnsafePointer": address, "Value.UnsafeAddr": address,
		"Value.Send": channel, "Value.TrySend": channel, "Value.Recv": channel, "Value.TryRecv": channel, "Select": channel, "MakeChan": channel,
	}},
	"sync": {but: map[string]string{
		"Map.Range": order, "Pool.Get": assigned, "WaitGroup.Go": goroutine, "WaitGroup.Wait": goroutine, "Cond.Wait": goroutine,
	}},
	"fmt": {but: but(io, "Print", "Printf", "Println", "Scan", "Scanf", "Scanln")},
	"os":  {all: io}, "os/exec": {all: io}, "os/signal": {all: io}, "os/user": {all: io}, "io/fs": {all: io}, "io/ioutil": {all: io}, "syscall": {all: io},
	"net": {all: io, but: but("", "ParseIP", "ParseCIDR", "ParseMAC", "IPv4", "IPv4Mask", "CIDRMask", "JoinHostPort", "SplitHostPort", "IP.String",
		"IP.MarshalText", "IP.Equal", "IP.To4", "IP.To16", "IP.Mask", "IPNet.String", "IPNet.Contains", "IPMask.String", "HardwareAddr.String")},
	"net/http": {all: io, but: but("", "StatusText", "CanonicalHeaderKey", "DetectContentType")},
	"net/rpc":  {all: io}, "net/smtp": {all: io}, "crypto/tls": {all: io},
	"database/sql": {all: io}, "log": {all: io}, "log/slog": {all: io}, "log/syslog": {all: io}, "mime": {but: but(io, "TypeByExtension", "ExtensionsByType", "AddExtensionType")},
	"path/filepath": {but: but(io, "Abs", "EvalSymlinks", "Glob", "Walk", "WalkDir")},
	"flag":          {all: program}, "expvar": {all: program}, "plugin": {all: program}, "testing": {all: program},
	"runtime": {all: program}, "runtime/debug": {all: program}, "runtime/metrics": {all: program}, "runtime/pprof": {all: program}, "runtime/trace": {all: program},
	"unsafe":  {all: address, but: but("", "Sizeof", "Alignof", "Offsetof")},
	"context": {all: context, but: but("", "Background", "TO"+"DO")},
}

// pureStandard are the packages whose functions depend on their arguments alone; what they call back was mentioned by who calls them.
var pureStandard = set(`
	bufio bytes cmp container/heap container/list container/ring embed encoding encoding/ascii85 encoding/asn1 encoding/base32
	encoding/base64 encoding/binary encoding/csv encoding/hex encoding/json encoding/pem
	 encoding/xml errors compress/bzip2 compress/flate compress/gzip compress/lzw compress/zlib archive/tar archive/zip
	crypto crypto/hmac crypto/md5 crypto/sha1 crypto/sha256 crypto/sha3 crypto/sha512 crypto/subtle hash hash/adler32 hash/crc32
	hash/crc64 hash/fnv html html/template image image/color image/draw index/suffixarray io iter math math/big math/bits math/cmplx
	mime/quotedprintable net/mail net/netip net/textproto net/url path regexp regexp/syntax slices sort strconv strings structs
	sync/atomic text/scanner text/tabwriter text/template text/template/parse unicode unicode/utf16 unicode/utf8 unique`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// runtimes is the runtime, by path below [roles.Runtime]. A package that is not here is the log's.
var runtimes = map[string]rule{
	"assembly": {}, "prompt": {}, "render": {}, "token": {}, "token/bpe": {}, "wire": {}, "slice": {},
	"memory": {all: log, but: but("", "Needed", "Search", "Validate")},
	"timeline": {all: log, but: but("", "DeriveID", "ParseID", "ID.String", "ID.Compare", "ID.IsZero", "Key.String", "Range.IsZero", "Range.Len", "IsName",
		"Text", "Int", "Float", "Bool", "Time", "Set", "HashOf", "CheckJSON")},
}

// others are functions of other modules: these are roots although their source is there, so that a chain ends where it is understood.
var others = map[string]rule{
	"golang.org/x/exp/maps": {but: but(order, "Keys", "Values")},
	"github.com/samber/lo":  {but: but(order, "Keys", "Values", "MapToSlice", "Entries", "ToPairs", "UniqKeys", "UniqValues")},
	"github.com/google/uuid": {but: map[string]string{
		"New": random, "NewString": random, "NewRandom": random, "NewRandomFromReader": random, "NewV7": random, "NewV7FromReader": random,
		"NewUUID": clock, "NewV6": clock, "GetTime": clock, "NodeID": io, "NodeInterface": io, "NewDCEPerson": io, "NewDCEGroup": io,
		"NewDCESecurity": io, "EnableRandPool": random, "DisableRandPool": random, "SetRand": random, "SetNodeID": assigned,
		"SetNodeInterface": assigned, "SetClockSequence": assigned, "ClockSequence": assigned,
		"Parse": "", "MustParse": "", "NewSHA1": "", "NewMD5": "", "NewHash": "", "FromBytes": "", "ParseBytes": "", "Validate": "",
		"Nil": "", "Max": "", "NameSpaceDNS": "", "NameSpaceURL": "", "NameSpaceOID": "", "NameSpaceX500": "",
	}},
}

// table says what is known of an object of a package that is not looked at, or not only.
func table(o types.Object) (kind string, listed bool) {
	p := o.Pkg()
	if p == nil {
		return "", false
	}
	name := o.Name()
	if f, ok := o.(*types.Func); ok {
		if recv := receiver(f); recv != "" {
			name = recv + "." + name
		}
	}
	if r, ok := others[p.Path()]; ok {
		kind, listed = r.but[name]
		return kind, listed
	}
	r, ok := standard[p.Path()]
	if below, found := strings.CutPrefix(p.Path(), roles.Runtime); found {
		if r, ok = runtimes[below]; !ok && !strings.Contains(below, "internal/") {
			r, ok = rule{all: log}, true
		}
	}
	if ok {
		if kind, found := r.but[name]; found {
			return kind, true
		}
		return r.all, true
	}
	return "", pureStandard[p.Path()]
}
