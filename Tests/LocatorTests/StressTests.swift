import Foundation
import Locator
import Testing

extension Threads {
    /// Random circles of three to six services, entered by four threads at once.
    ///
    /// `LOCATOR_ROUNDS=100000 swift test -c release --filter 'Stress'` runs as many rounds of each kind.
    @Suite struct `Stress` {
        @Test func `everybody gets the same services, each with all that it leads to completed`() {
            run { round in
                round.resolve()
                round.expectOneInstanceEach()
                round.expectOneRunOutsideOfCircles()
            }
        }

        @Test func `a service that fails once leaves nothing half-built behind`() {
            run { round in
                for service in round.services { service.failure = round.anyFailure() }
                round.resolve()
                round.resolve()  // once more, for what has failed
                round.expectOneInstanceEach()
            }
        }

        @Test func `what is reset, removed or overridden meanwhile is seen by nobody half-built`() {
            run { round in
                round.resolve(changing: true)
                round.resolve()
            }
        }

        @Test func `where nothing needs itself, every factory runs once`() {
            run(hasCircles: false) { round in
                round.resolve()
                round.expectOneInstanceEach()
                round.expectOneRunOutsideOfCircles()
            }
        }

        private func run(hasCircles: Bool = true, _ body: (Round) -> Void) {
            let base = Samples.seeds(0).lowerBound
            for number in Samples.rounds(300) {
                let round = Round(seed: base + UInt64(number), hasCircles: hasCircles)
                body(round)
                round.end()
                if let problem = round.problem({ $0 }) {
                    Issue.record("LOCATOR_SEED=\(base + UInt64(number)): \(problem)\n\(round)")
                    return
                }
            }
        }
    }
}

/// A container with services that need each other, and what threads have got from it.
private final class Round: CustomStringConvertible, @unchecked Sendable {
    /// How a service is made, and how often it was.
    final class Recipe: @unchecked Sendable {
        enum Place: CaseIterable { case start, factory, injecting }

        let scope: Scope
        /// What the factory asks for.
        let factory: [Int]
        /// What `injecting` asks for.
        let injecting: [Int]
        /// What of it can be done without.
        let optional: Set<Int>
        /// Where it fails the first time.
        var failure: Place?
        let runs = Counter(0)
        let hasFailed = Guarded(false)

        init(_ scope: Scope, _ factory: [Int], _ injecting: [Int], _ optional: Set<Int>) {
            self.scope = scope
            self.factory = factory
            self.injecting = injecting
            self.optional = optional
        }

        var needs: [Int] { factory + injecting }

        func fail(at place: Place) throws {
            guard failure == place else { return }
            let isFirst = hasFailed { value in
                defer { value = true }
                return !value
            }
            if isFirst { throw CancellationError() }
        }
    }

    /// A service; nobody may meet one that is not completed, but for those who build its circle.
    final class Part: @unchecked Sendable {
        let number: Int
        var parts: [Part]
        var isCompleted = false

        init(_ number: Int, _ parts: [Part]) {
            self.number = number
            self.parts = parts
        }
    }

    let services: [Recipe]
    let problem = Guarded<String?>(nil)
    private let container = DependenciesContainer()
    private let choices: Guarded<Choices>
    /// Whether factories let other threads run.
    private let isYielding: Bool
    private let found = Guarded<[Part]>([])

    init(seed: UInt64, hasCircles: Bool) {
        var choices = Choices(seed: seed)
        let count = 3 + choices.below(4)
        let scopes: [Scope] = choices.oneIn(3) ? [.singleton, .weak, .transient, .graph] : [.singleton]
        var recipes: [Recipe] = []
        for number in 0..<count {
            let scope = choices.pick(scopes)
            // A factory asks for what comes later, so that every circle has an end that is closed in `injecting`, which a
            // transient service can't do.
            let later = Array((number + 1)..<count)
            let factory = later.filter { _ in choices.oneIn(2) }
            let injected = hasCircles && scope != .transient ? Array(0..<count) : later
            let injecting = injected.filter { _ in choices.oneIn(3) }
            let optional = (0..<count).filter { _ in choices.oneIn(4) }
            recipes.append(Recipe(scope, factory, injecting, Set(optional)))
        }
        services = recipes
        isYielding = choices.oneIn(2)
        self.choices = Guarded(choices)
        for number in services.indices { register(number) }
    }

    private func register(_ number: Int) {
        let recipe = services[number]
        container.register(name: "\(number)", scope: recipe.scope) { [unowned self] container in
            recipe.runs.increment()
            try recipe.fail(at: .start)
            let parts = try recipe.factory.compactMap { try require($0, for: recipe, from: container) }
            try recipe.fail(at: .factory)
            return Part(number, parts)
        } injecting: { [unowned self] part in
            for other in recipe.injecting {
                if let other = try require(other, for: recipe, from: .shared) { part.parts.append(other) }
            }
            try recipe.fail(at: .injecting)
            part.isCompleted = true
        }
    }

    private func require(_ number: Int, for recipe: Recipe, from container: DependenciesContainer) throws -> Part? {
        if isYielding { sched_yield() }
        do {
            return try container.require(type: Part.self, name: "\(number)")
        } catch {
            if recipe.optional.contains(number) { return nil }
            throw error
        }
    }

    func anyFailure() -> Recipe.Place? {
        choices { $0.oneIn(3) ? $0.pick(Recipe.Place.allCases) : nil }
    }

    /// Four threads ask for everything, each in its own order; another one changes the registrations meanwhile.
    func resolve(changing: Bool = false) {
        let count = services.count
        let orders = choices { choices in
            (0..<5).map { _ in (0..<count).map { _ in choices.below(count) } }
        }
        _ = simultaneously(changing ? 5 : 4) { [self] thread in
            for number in orders[thread] {
                if thread == 4 {
                    change(number)
                } else if let part = try? container.require(type: Part.self, name: "\(number)") {
                    expectCompleted(part)
                    found { $0.append(part) }
                }
            }
        }
        if changing { services.indices.forEach(register) }
    }

    private func change(_ number: Int) {
        switch choices({ $0.below(3) }) {
        case 0: container.reset()
        case 1: container.unregister(type: Part.self, name: "\(number)")
        default: register(number)
        }
    }

    /// The services that can be reached from one, with it.
    private func reached(from parts: [Part]) -> [Part] {
        var seen: [ObjectIdentifier: Part] = [:]
        var rest = parts
        while let part = rest.popLast() {
            if seen.updateValue(part, forKey: ObjectIdentifier(part)) == nil { rest += part.parts }
        }
        return Array(seen.values)
    }

    private func expectCompleted(_ part: Part) {
        for other in reached(from: [part]) where !other.isCompleted {
            problem { $0 = "\(part.number) leads to \(other.number), which is not completed" }
        }
    }

    func expectOneInstanceEach() {
        let shared = reached(from: found { $0 }).map(\.number).filter { services[$0].scope.isShared }
        if Set(shared).count < shared.count { problem { $0 = "there are two instances of one of \(shared.sorted())" } }
    }

    func expectOneRunOutsideOfCircles() {
        let needed = services.indices.map { needs(Set(services[$0].needs)) }
        let circular = services.indices.filter { needed[$0].contains($0) }
        let inCircles = circular.reduce(Set(circular)) { $0.union(needed[$1]) }
        for (number, recipe) in services.enumerated() where recipe.scope.isShared && !inCircles.contains(number) {
            if recipe.runs.count > 1 { problem { $0 = "the factory of \(number) has run \(recipe.runs.count) times" } }
        }
    }

    private func needs(_ numbers: Set<Int>) -> Set<Int> {
        let all = numbers.union(numbers.flatMap { services[$0].needs })
        return all == numbers ? all : needs(all)
    }

    /// Takes the circles apart, for nobody else would release them.
    func end() {
        for part in reached(from: found { $0 }) { part.parts = [] }
    }

    var description: String {
        services.enumerated().map { number, recipe in
            "\(number): .\(recipe.scope), factory \(recipe.factory), injecting \(recipe.injecting), "
                + "optional \(recipe.optional.sorted()), failure \(recipe.failure.map { "\($0)" } ?? "none")"
        }.joined(separator: "\n")
    }
}
