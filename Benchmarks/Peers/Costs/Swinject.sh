title=Swinject
sources=("$root"/Benchmarks/Peers/.build/checkouts/Swinject/Sources/*.swift)
flags=(-swift-version 5)
container='let container = Container(); let resolver = container.synchronize()'
declare=''
register='container.register(P%.self) { _ in S%() }.inObjectScope(.container)'
resolve='resolver.resolve(P%.self)'
