// Mistakes that the compiler finds last, when there are no others: each brings a message of the article Swift 6.

import Locator

class Cart {}

nonisolated func resolve(from container: DependenciesContainer) async throws {
    _ = try await container.require(type: Cart.self)
}
