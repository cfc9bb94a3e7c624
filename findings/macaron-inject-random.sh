#!/usr/bin/env bash
# inject of Macaron (Go): two services fit an interface, and each call gets one of them at random.
#
# A `Real` and then a `Fake` are registered, each under its own type. A function asks for the interface `Clock`, which
# both satisfy. A good guess: an error, or always the service that was registered first (or last). In fact, the injector
# looks for a service in a Go map, whose order changes from loop to loop, and takes the first service that fits. So with
# the same injector, one call gets the real clock and another call gets the fake. (`MapTo` registers for the interface.)
#
# golang-github-go-macaron-inject-dev 0.0~git20160627.0.d8a0b86-4 (Debian 13), Go 1.24.4.
# Known: no report found, 2026-11.
. "$(dirname "$0")/common.sh"

packages=golang-github-go-macaron-inject-dev,golang-go
seen=$(run_debian "$work/root" "$packages" main.go "dpkg-query --show ${packages%%,*} &&
    GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=/tmp/cache go run main.go" <<'GO'
package main

import (
	"fmt"
	"runtime"

	"github.com/go-macaron/inject"
)

type Clock interface{ Name() string }
type Real struct{}
type Fake struct{}

func (Real) Name() string { return "real" }
func (Fake) Name() string { return "fake" }

func main() {
	injector := inject.New()
	injector.Map(Real{})
	injector.Map(Fake{})

	seen := map[string]bool{}
	for i := 0; i < 1000; i++ {
		_, err := injector.Invoke(func(clock Clock) { seen[clock.Name()] = true })
		if err != nil {
			panic(err)
		}
	}
	fmt.Println(runtime.Version(), "real:", seen["real"], "fake:", seen["fake"])
}
GO
)

expect "golang-github-go-macaron-inject-dev	0.0~git20160627.0.d8a0b86-4
go1.24.4 real: true fake: true" "$seen"
