// Package sdktest holds the tests of pin.Transport under the SDKs that people use: each is recorded against a server on this machine,
// and replayed after the server is gone; and of trace.Watch under the SDK of OpenTelemetry. It is a module of its own, so that nobody who builds grantgen inherits the SDKs.
package sdktest
