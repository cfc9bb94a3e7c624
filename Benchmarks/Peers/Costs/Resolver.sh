title=Resolver
sources=("$root"/Benchmarks/Peers/.build/Resolver/Sources/Resolver/Resolver.swift)
flags=(-swift-version 5)
container=''
declare=''
register='Resolver.register { S%() as P% }.scope(.application)'
resolve='Resolver.resolve(P%.self)'
