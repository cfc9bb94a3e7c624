// A factory with arguments makes a new service each time, so it takes no scope.
import Locator

nonisolated func register(in container: DependenciesContainer) {
    // expected-error@+1 {{expects 0 arguments, but 1 was used}}
    container.register(type: Int.self, scope: .singleton) { (number: Int) in number }
}
