title=Factory
sources=("$root"/Benchmarks/Peers/.build/checkouts/Factory/Sources/FactoryKit/FactoryKit/*.swift)
flags=(-swift-version 6)
container=''
declare='extension Container { var s%: Factory<P%> { self { S%() }.singleton } }'
register=''    # the declaration is all
resolve='Container.shared.s%()'
