import Foundation
import Locator
import Testing

@Suite struct `Goodbyes` {
    let container = DependenciesContainer()

    @Test func `what the end of a resolve drops may resolve`() throws {
        let runs = Counter(0)
        let container = container
        container.register(scope: .graph) { () -> Farewell in
            guard runs.count == 1 else { return Farewell() }  // only the first one asks again
            return Farewell {
                #expect(throws: CancellationError.self) { try container.require(type: Int.self) }
            }
        }
        container.register(scope: .transient) { () -> Int in
            runs.increment()
            _ = try DependenciesContainer.shared.require(type: Farewell.self)
            throw CancellationError()
        }
        #expect(throws: CancellationError.self) { try container.require(type: Int.self) }
        #expect(runs.count == 2)
    }

    @Test func `a container is released though a goodbye has resolved from it`() {
        weak var observed: DependenciesContainer?
        do {
            let container = DependenciesContainer()
            observed = container
            container.register(name: "logger", scope: .graph) { Farewell() }
            container.register(scope: .graph) { [unowned container] in
                Farewell { [unowned container] in _ = container.resolve(type: Farewell.self, name: "logger") }
            }
            container.register(scope: .transient) { () -> Int in
                _ = try DependenciesContainer.shared.require(type: Farewell.self)
                return 1
            }
            _ = container.resolve(type: Int.self)
        }
        #expect(observed == nil)
    }

    @Test func `what another's failed try leaves is released before one's own try begins`() {
        for round in 0..<2000 {
            let (container, tries, building, asked) = (DependenciesContainer(), Counter(0), Gate(), Gate())
            container.register { () -> Farewell in
                guard tries.count == 0 else { return Farewell() }
                return Farewell { _ = try? container.require(type: Farewell.self) }
            } injecting: { _ in
                if tries.increment() == 1 {
                    building.open()
                    asked.wait()
                    for _ in 0..<(round % 50) { sched_yield() }
                }
                throw CancellationError()
            }
            let other = Worker {
                building.wait()
                asked.open()
                _ = try? container.require(type: Farewell.self)
            }
            _ = try? container.require(type: Farewell.self)
            other.wait()
            container.removeAll()
        }
    }

    final class Farewell: Sendable {
        let action: (@Sendable () -> Void)?
        init(_ action: (@Sendable () -> Void)? = nil) { self.action = action }
        deinit { action?() }
    }
}
