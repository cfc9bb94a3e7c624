title=Dip
sources=("$root"/Benchmarks/Peers/.build/checkouts/Dip/Sources/*.swift)
flags=(-swift-version 5 -module-name Dip)    # it asks for its module by name
container='let container = DependencyContainer()'
declare=''
register='container.register(.singleton) { S%() as P% }'
resolve='_ = try? container.resolve() as P%'
