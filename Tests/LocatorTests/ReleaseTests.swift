// No service is released under the lock: a `deinit` is the user's code, which can register and resolve.

import Foundation
import Locator
import Testing

extension Threads {
    @Suite struct `What is released` {
        let container = DependenciesContainer()

        @Test(arguments: Change.allCases)
        func `what a change drops is released without the lock: an instance, a factory, an object`(change: Change) {
            let (container, releases) = (container, Releases(container))
            container.register { releases.make() }
            _ = container.resolve(type: Service.self)
            change.make(container)
            container.register { [captured = releases.make()] in captured }
            change.make(container)
            container.register(type: Service.self, service: releases.make())
            change.make(container)
            container.removeAll()  // a reset keeps factories and objects
            #expect(releases.count == 3 && releases.made == 3)
        }

        @Test(arguments: Scope.all)
        func `what a failed build leaves is released without the lock`(scope: Scope) {
            let releases = Releases(container)
            container.register(name: "graph", scope: .graph) { releases.make() }
            container.register(scope: scope) {
                releases.make()
            } injecting: { container, service in
                service.other = try container.service("graph")
                throw CancellationError()
            }
            #expect(throws: CancellationError.self) { try container.require(type: Service.self) }
            #expect(releases.count == 2)
        }

        @Test func `what the end of a request releases can resolve, with a path of its own`() throws {
            let (container, path) = (container, Guarded<[String]?>(nil))
            container.add("needy", scope: .graph, needs: "missing")
            container.register(scope: .graph) {
                Service(onDeinit: {
                    do { _ = try container.service("needy") } catch { path { $0 = (error as? ResolutionError)?.path } }
                })
            }
            container.register(scope: .transient) { try $0.require(type: Service.self).isFinished }
            #expect(try container.require(type: Bool.self) == false)
            #expect(path { $0 } == [#"Service "needy""#, #"Service "missing""#])
        }

        @Test func `the last one to see a weak service releases it without the lock`() {
            let (container, releases) = (container, Releases(container))
            container.register(scope: .weak) { releases.make() }
            let property = Injected<Service?>(container: container, weak: true)
            _ = simultaneously(3) { thread in
                for _ in Samples.rounds(1000) {
                    _ = thread == 0 ? property.wrappedValue : container.resolve(type: Service.self)
                }
            }
            #expect(releases.count == releases.made)
        }

        @Test func `what a property held is released without the lock: its service, or a container`() {
            let releases = Releases(container)
            container.register(scope: .transient) { releases.make() }
            var property = Injected<Service?>(container: container)
            #expect(property.wrappedValue != nil)
            property.wrappedValue = nil
            #expect(releases.count == 1)
            var other: DependenciesContainer? = DependenciesContainer()
            other?.register(type: Service.self, name: "held", service: releases.make())
            property = Injected(container: other)
            other = nil
            #expect(releases.count == 1)
            #expect(property.wrappedValue == nil && releases.count == 2)
        }

        @Test func `a container is released, and so is everything only it held`() {
            let releases = Releases(container)
            do {
                let other = DependenciesContainer(parent: container)
                other.register(type: Service.self, service: releases.make())
                other.register(name: "factory") { [captured = releases.make()] in captured }
                other.register(name: "built") { releases.make() }
                #expect(other.resolve(type: Service.self, name: "built") != nil && other.copy().verify().isEmpty)
            }
            #expect(releases.made == 4 && releases.count == 4)
        }
    }
}

/// Makes services. Each of them has another thread register and resolve in its `deinit`: that would never end if
/// somebody held the lock meanwhile.
private struct Releases: Sendable {
    private let container: DependenciesContainer
    private let services = Counter(0)
    private let releases = Counter(0)

    init(_ container: DependenciesContainer) { self.container = container }

    var made: Int { services.count }
    var count: Int { releases.count }

    func make() -> Service {
        services.increment()
        return Service { [weak container, releases] in
            guard let container else { return }
            let worker = Worker {
                container.register(type: Double.self, service: 1)
                return container.resolve(type: Double.self)
            }
            if worker.wait() == 1 { releases.increment() }
        }
    }
}
