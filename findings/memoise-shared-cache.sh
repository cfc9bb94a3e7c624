#!/usr/bin/env bash
# memoise (R): a fake and a real service share a cache, and the fake gives the real service's answers.
#
# memoise makes a function that stores its answers in a cache. `make_api("real")` and `make_api("fake")` each return a
# function, and both are memoised with the same cache. The documentation says that several functions can share a cache.
# A good guess: an answer is stored under the function and the arguments, so each function finds only its own answers.
# In fact, memoise takes only the body of the function and the arguments. It ignores the environment of the function,
# which contains the value "real" or "fake". Both functions come from `make_api`, so they have the same body. If the
# real function is called first, the fake gives the stored real answer, and the other way round. If the cache is on
# disk, this also happens in the next run of the program.
#
# If the real or the fake function is an argument of a memoised function, memoise does look at its environment, and the
# answers are right.
#
# memoise 2.0.1, R 4.5.0 (Debian 13).
# Known: r-lib/memoise#84.
. "$(dirname "$0")/common.sh"

seen=$(run_debian "$work/root" r-cran-memoise,r-base-core main.R 'Rscript main.R' <<'R'
library(memoise)

make_api <- function(name) function(id) paste("user", id, "of the", name, "service")
show <- function(title, real, fake) cat(title, ":\n  real: ", real, "\n  fake: ", fake, "\n", sep = "")

cat("memoise ", format(packageVersion("memoise")), ", R ", format(getRversion()), "\n", sep = "")

real <- memoise(make_api("real"))
fake <- memoise(make_api("fake"))
show("two caches", real(1), fake(1))

cache <- cachem::cache_mem()
real <- memoise(make_api("real"), cache = cache)
fake <- memoise(make_api("fake"), cache = cache)
show("one cache, the real service is called first", real(1), fake(1))

call_api <- memoise(function(api, id) api(id), cache = cachem::cache_mem())
show("the service is an argument", call_api(make_api("real"), 1), call_api(make_api("fake"), 1))
R
)

expect "memoise 2.0.1, R 4.5.0
two caches:
  real: user 1 of the real service
  fake: user 1 of the fake service
one cache, the real service is called first:
  real: user 1 of the real service
  fake: user 1 of the real service
the service is an argument:
  real: user 1 of the real service
  fake: user 1 of the fake service" "$seen"
