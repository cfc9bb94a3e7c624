// Overriding a service in a test, with XCTest and with swift-testing. Compiled, not run.

#if canImport(Locator)
    import Locator
#endif
import Testing
import XCTest

nonisolated protocol Clock: Sendable {
    var hour: Int { get }
}

nonisolated struct FixedClock: Clock {
    let hour: Int
}

class Diary {
    var entries: [String] = []
}

nonisolated final class ClockTests: XCTestCase {
    func testOverride() throws {
        let container = DependenciesContainer.shared.copy()
        container.register(type: (any Clock).self, service: FixedClock(hour: 12))
        try container.asShared {
            XCTAssertEqual(try DependenciesContainer.shared.require(type: (any Clock).self).hour, 12)
        }
    }

    @MainActor func testOnTheMainActor() {
        let container = DependenciesContainer(parent: .shared)
        container.register { Diary() }
        XCTAssertNotNil(container.resolve(type: Diary.self))
    }
}

@Suite struct ClockSuite {
    let container = DependenciesContainer.shared.copy()

    @Test func override() {
        container.register(type: (any Clock).self) { FixedClock(hour: 6) }
        container.asShared {
            #expect(DependenciesContainer.shared.resolve(type: (any Clock).self)?.hour == 6)
        }
    }

    @Test @MainActor func onTheMainActor() throws {
        container.register(type: Diary.self, service: Diary())
        #expect(try container.require(type: Diary.self).entries.isEmpty)
    }
}
