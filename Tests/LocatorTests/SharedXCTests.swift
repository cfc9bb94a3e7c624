// What XCTest of this toolchain does: see `SharedTests`.

import Foundation
import Locator
import XCTest

nonisolated class ContainerTestCase: XCTestCase {
    override func invokeTest() {
        let container = DependenciesContainer.shared.copy()
        container.asShared { super.invokeTest() }
    }
}

nonisolated final class SharedXCTests: ContainerTestCase, @unchecked Sendable {
    private static let inClassSetUp = Guarded<DependenciesContainer?>(nil)
    private static let late = Guarded<DependenciesContainer?>(nil)
    private let app = Worker { DependenciesContainer.shared }.wait()
    private let inProperty = DependenciesContainer.shared
    private var inSetUp: DependenciesContainer?

    override class func setUp() {
        inClassSetUp { $0 = .shared }
        DispatchQueue.main.async { late { $0 = .shared } }
    }

    override func setUp() { inSetUp = .shared }
    override func tearDown() { XCTAssert(DependenciesContainer.shared === inSetUp) }

    func testSetUpTearDownAndTeardownBlocksHaveTheContainerOfTheTest() {
        let copy = DependenciesContainer.shared
        XCTAssert(copy !== app && inSetUp === copy)
        addTeardownBlock { XCTAssert(DependenciesContainer.shared === copy) }
    }

    func testStoredPropertiesAndClassSetUpHaveTheAppsContainer() {
        XCTAssert(inProperty === app && Self.inClassSetUp { $0 } === app)
    }

    // With Swift Testing, it is the app's container: see `Place.outside`.
    func testCodeOnTheMainQueueHasTheContainerOfTheTestThatWaits() {
        let (copy, other) = (DependenciesContainer.shared, DependenciesContainer())
        let done = expectation(description: "all have run")
        done.expectedFulfillmentCount = 4
        let look = { @Sendable in
            XCTAssert(DependenciesContainer.shared === copy)
            done.fulfill()
        }
        other.asShared {
            DispatchQueue.main.async(execute: look)
            OperationQueue.main.addOperation(look)
            _ = Timer.scheduledTimer(withTimeInterval: 0, repeats: false) { _ in look() }
            Thread { other.asShared { DispatchQueue.main.sync(execute: look) } }.start()
        }
        wait(for: [done], timeout: 180)
        XCTAssert(Self.late { $0 } === copy)  // sent before this test
    }
}
