// Small programs: a few services that need each other, and one call on each thread.

import Foundation

struct Program {
    /// Where a service asks for another one. The properties have the wrappers `@Injected` and `@WeakInjected`.
    enum Place: Int { case factory, injecting, property, weakProperty, deinitializer }
    struct Edge { var (place, target): (Place, Int) }
    enum Failure: CaseIterable { case never, atStart, onceAtStart, afterNeeds, onceAfterNeeds, injecting, onceInjecting }
    /// Where it is registered, or that its factory runs on the main actor.
    enum Home { case parent, child, both, mainActor }

    struct Service {
        var scope = DependenciesContainer.Scope.singleton
        var edges: [Edge] = []
        var failure = Failure.never
        var home = Home.parent

        func text(_ names: [String]) -> String {
            "\(scope)" + edges.map { ", \($0.place) \(names[$0.target])" }.joined()
                + (failure == .never ? "" : ", fails \(failure)") + (home == .parent ? "" : ", \(home)")
        }
    }

    struct Call {
        enum Kind { case get, getAndDrop, getInChild, read, register, removeAll, reset, unregister, useCopy }
        var (kind, target): (Kind, Int)

        var isChange: Bool { [.register, .removeAll, .reset, .unregister].contains(kind) }
        var hasTarget: Bool { kind != .reset && kind != .removeAll }
        func text(_ names: [String]) -> String { "\(kind)" + (hasTarget ? " \(names[target])" : "") }
    }

    static let names = ["A", "B", "C"]
    var (services, calls): ([Service], [Call])

    var changes: Int { calls.filter(\.isChange).count }

    func text(_ names: [String], sorted: Bool = false) -> String {
        let calls = calls.map { $0.text(names) }
        return zip(names, services).map { "\($0): \($1.text(names))" }.sorted().joined(separator: "; ") + " | "
            + (sorted ? calls.sorted() : calls).joined(separator: " | ")
    }

    /// The services that these need, and these.
    func reached(from start: [Int]) -> Set<Int> {
        var (reached, rest) = (Set<Int>(), start)
        while let next = rest.popLast() {
            if reached.insert(next).inserted { rest += services[next].edges.map(\.target) }
        }
        return reached
    }

    /// Whether it is in a circle, or a circle needs it. Then its factory can run more than once.
    func isOfCircle(_ service: Int) -> Bool {
        services.indices.contains { start in
            let needed = reached(from: services[start].edges.map(\.target))
            return needed.contains(start) && needed.contains(service)
        }
    }

    /// Whether all services are asked for, and the program is the first of those that differ only in the names of
    /// services or in the order of threads. (The main actor is thread 0.)
    var isWanted: Bool {
        let (text, hasMain) = (text(Program.names), services.contains { $0.home == .mainActor })
        let orders = services.count == 2 ? ["AB", "BA"] : ["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"]
        return reached(from: calls.filter(\.hasTarget).map(\.target)).count == services.count
            && orders.allSatisfy { text <= self.text($0.map { "\($0)" }, sorted: !hasMain) }
    }
}

enum Family: String, CaseIterable {
    case two, three, fail, change, child, main, wrap, `deinit`

    /// How many preemptions are tried if no other number is given.
    var bound: Int { self == .two || self == .main ? 2 : 1 }

    var programs: [Program] {
        let one = [Program.Service()]
        switch self {
        case .two:
            return all(one.with(\.scope, [.singleton, .transient, .graph, .weak]).with(\.edges, edges()), [.get], [.get])
        case .three:
            return all(one.with(\.edges, edges(once: true, services: 3)), [.get], [.get], [.get], services: 3)
        case .fail:
            let services = one.with(\.edges, edges(once: true)).with(\.failure, Program.Failure.allCases)
            return all(services, [.get], [.get])
        case .change:
            let services = one.with(\.scope, [.singleton, .weak]).with(\.edges, edges(once: true))
            return all(services, [.get], [.get], [.register, .removeAll, .reset, .unregister, .useCopy])
        case .child:
            let services = one.with(\.scope, [.singleton, .transient, .graph]).with(\.edges, edges(upTo: 1))
            return all(services.with(\.home, [.parent, .child, .both]), [.get, .getInChild], [.get, .getInChild])
        case .main:
            let services = one.with(\.scope, [.singleton, .transient]).with(\.edges, edges(once: true))
            return all(services.with(\.home, [.parent, .mainActor]), [.get], [.get])
        case .wrap:
            return all(one.with(\.edges, edges([.injecting, .property, .weakProperty])), [.get, .read], [.get, .read])
        case .deinit:
            let services = one.with(\.edges, edges([.factory, .injecting, .deinitializer], once: true))
            return all(services, [.getAndDrop], [.getAndDrop, .register, .reset, .unregister])
        }
    }

    /// All lists of edges, in the order of the places, or with each place only once.
    private func edges(
        _ places: [Program.Place] = [.factory, .injecting], upTo count: Int = 2, once: Bool = false, services: Int = 2
    ) -> [[Program.Edge]] {
        let edges = places.flatMap { place in (0..<services).map { Program.Edge(place: place, target: $0) } }
        var lists: [[Program.Edge]] = [[]]
        for length in 0..<count {
            for list in lists where list.count == length {
                let least = (list.last?.place.rawValue ?? -1) + (once ? 1 : 0)
                lists += edges.filter { $0.place.rawValue >= least }.map { list + [$0] }
            }
        }
        return lists
    }

    /// All programs with so many services, and with a thread for each list of calls.
    private func all(_ options: [Program.Service], _ kinds: [Program.Call.Kind]..., services: Int = 2) -> [Program] {
        var (lists, calls): ([[Program.Service]], [[Program.Call]]) = ([[]], [[]])
        for _ in 0..<services { lists = lists.flatMap { list in options.map { list + [$0] } } }
        for kinds in kinds {
            let next = kinds.flatMap { kind in (0..<services).map { Program.Call(kind: kind, target: $0) } }
            calls = calls.flatMap { list in
                next.filter { call in
                    (call.hasTarget || call.target == 0) && (services == 2 || !list.contains { $0.target == call.target })
                }.map { list + [$0] }
            }
        }
        return lists.flatMap { list in calls.map { Program(services: list, calls: $0) } }.filter(\.isWanted)
    }
}

extension [Program.Service] {
    /// Each of the services with each of the values.
    fileprivate func with<Value>(_ path: WritableKeyPath<Element, Value>, _ values: [Value]) -> [Element] {
        flatMap { service in
            values.map { value in
                var service = service
                service[keyPath: path] = value
                return service
            }
        }
    }
}
