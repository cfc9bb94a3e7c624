// An app whose own types and functions have the names that the file uses inside: `DependenciesContainer`,
// `ResolutionError`, `Injected` and `WeakInjected` are all that the pasted file adds to a module.

#if canImport(Locator)
    import Locator
#endif

protocol AnyBox {}
protocol AnyOptional {}
protocol Service: AnyObject {}
protocol Wrapper {}

struct Arguments {}
struct Box<Content>: AnyBox { let content: Content }
struct Builder {}
struct Container {}
struct Content {}
struct First {}
struct Found {}
struct Injection {}
struct Instance {}
struct Isolation {}
struct Key: Hashable {}
struct Lock {}
struct Name {}
struct Parameter {}
struct Recipe { let steps: [Step] }
struct Registration { let scope: Scope }
struct Rest {}
struct Slot {}
struct State {}
struct Step {}
struct Verification { let isEmpty = false }
struct AnyFactory {}

enum Factory { case car }
enum Reason { case none }
enum Resolution { case high }
enum Result { case won }
enum Scope { case global }

final class Graph: Service {}

let lock = Lock()
let shared = Container()
let dropped: [Lock] = []
let lastNumber = "last"
let mainQueue = "queue"
let slot = Slot()

func add(_ number: Int) -> Int { number + 1 }
func changing() {}
func current() {}
func failure(_ reason: Reason) {}
func find(_ name: String) {}
func get(_ name: String) {}
func locked() {}
func min(_ one: Step, _ other: Step) -> Step { one }
func orStop() {}
func swap(_ one: Step, _ other: Step) {}
func zip(_ steps: [Step]) {}

extension Optional {
    static var wrapped: String { "the app's own" }
}

extension DependenciesContainer {
    var box: Box<Int> { Box(content: 1) }
    func key() -> Key { Key() }
}

@main enum Program {
    @MainActor static func main() throws {
        let container = DependenciesContainer()
        container.register { Registration(scope: .global) }
        container.register(scope: .transient) { Recipe(steps: [try $0.require()]) }
        container.register { Step() }
        container.register(type: Service.self, scope: .weak) { Graph() }
        container.register(type: Factory.self) { .car }
        container.register { (name: String) in Key() }
        container.autoregister(name: "auto", initializer: Recipe.init)
        container.register(type: [Step].self, service: [])
        let registration = try container.require(type: Registration.self)
        precondition(registration.scope == Scope.global)
        precondition(container.resolve(type: Recipe.self)?.steps.count == 1)
        precondition(container.resolve(type: Recipe.self, name: "auto")?.steps.count == 0)
        precondition(container.resolve(type: Service.self) is Graph)
        precondition(container.resolve(type: Key.self, arguments: "name") == container.key())
        precondition(container.resolve(type: Key.self) == nil)
        precondition(container.verify().failures.isEmpty != Verification().isEmpty)
        precondition(Int?.wrapped == "the app's own")
        precondition(container.box.content == 1)
        let scope: DependenciesContainer.Scope = .graph
        container.register(scope: scope) { Found() }
        do {
            _ = try container.require(type: Slot.self)
        } catch let error as ResolutionError {
            let reason: ResolutionError.Reason = error.reason
            precondition(reason == .notRegistered)
        }
        print("the names are the app's")
    }
}
