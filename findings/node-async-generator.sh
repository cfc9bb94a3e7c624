#!/usr/bin/env bash
# Node.js: two users share an async generator, and the work for Bob runs with the AsyncLocalStorage value of Ann.
#
# Ann and Bob each call `next()` in a loop, inside `run` with their own name. A good guess: while the generator makes a
# number, its code sees the name of the user who asked for this number, because each `next()` is called inside `run`. It
# does, if the generator is idle when somebody asks. But if it is still working for Ann when Bob asks, it then works for
# Bob with the name of Ann. As long as somebody waits for the next number, the name doesn't change. Outside the
# generator, the code of Ann and the code of Bob see the right names.
#
# Node.js 20 (Debian 13). The same with Node.js 24.19.0.
# Known: tc39/proposal-async-context#18 and nodejs/node#42237 discuss which value a generator sees. No report found for
# two callers, 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_debian "$work/root" nodejs main.mjs 'node main.mjs' <<'JAVASCRIPT'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const user = new AsyncLocalStorage()

async function* numbers(work) {
  for (let number = 1; ; number++) {
    await sleep(1)
    work.push(user.getStore())
    yield number
  }
}

async function loop(generator, own) {
  for (let i = 0; i < 3; i++) {
    await generator.next()
    own.push(user.getStore())
  }
}

async function run(title, together) {
  const work = [], own = [], generator = numbers(work)
  const ann = user.run('Ann', () => loop(generator, own))
  if (!together) await ann
  const bob = user.run('Bob', () => loop(generator, own))
  await Promise.all([ann, bob])
  console.log(`${title}:`)
  console.log(`  the generator sees ${work.join(' ')}`)
  console.log(`  the users' code sees ${own.join(' ')}`)
}

console.log('Node.js', process.versions.node.split('.')[0])
await run('first Ann, then Bob', false)
await run('Ann and Bob at the same time', true)
JAVASCRIPT
)

expect "Node.js 20
first Ann, then Bob:
  the generator sees Ann Ann Ann Bob Bob Bob
  the users' code sees Ann Ann Ann Bob Bob Bob
Ann and Bob at the same time:
  the generator sees Ann Ann Ann Ann Ann Ann
  the users' code sees Ann Bob Ann Bob Ann Bob" "$seen"
