// A scope belongs to the registration.
import Locator

nonisolated func resolve(from container: DependenciesContainer) {
    // expected-error@+2 {{extra argument 'scope' in call}}
    // expected-error@+1 {{cannot infer contextual base}}
    _ = container.resolve(type: Int.self, scope: .transient)
}
