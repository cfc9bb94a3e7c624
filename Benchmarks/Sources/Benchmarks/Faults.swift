import Foundation
import Locator

/// What can go wrong: the rows of two tables in `README.md`.
enum Fault: String, CaseIterable {
    case slow = "A factory takes 1 s; a thread asks for another service"
    case slowInGraph = "The same, with a graph service in the container"
    case crowd = "100 threads ask for a new singleton"
    case replace = "`register` while the service is built"
    case reset = "A reset while the service is built"
    case memory = "A graph service is built 100,000 times"
    // In these rows, other libraries hang or crash. So only Locator runs.
    case lock = "A factory waits for a queue or a lock, whose holder asks for another service"
    case same = "A factory waits for a queue or a lock, whose holder asks for the same service"
    case circle = "Two threads enter a circle"
    case mistake = "A circle of factories"
    case chain = "A chain of 10,000 factories"
    case leave = "`register` or a reset drops a service, whose `deinit` asks for another one"
    case resets = "Resets while three threads ask"
}

extension Contender {
    /// Provokes a fault, and says what happens; nil if the library can't reset, or if only Locator runs.
    func outcome(of fault: Fault) -> String? {
        register(Service.self, nil, .shared) { _ in Service() }
        register(Cache.self, nil, .shared) { _ in Cache() }
        consume(resolve(Service.self, nil))

        switch fault {
        case .slow, .slowInGraph:
            if fault == .slowInGraph { register(Endpoint.self, nil, .graph) { _ in Endpoint("example.org", 443) } }
            return whileBuilding { consume((resolve(Service.self, nil), resolve(Cache.self, nil))) }.delay
        case .crowd:
            register(Session.self, nil, .shared) { _ in
                Thread.sleep(forTimeInterval: 0.1)
                return Session()
            }
            return instances(different((1...100).map { _ in thread { resolve(Session.self, nil)! } }.map { $0() }))
        case .replace, .reset:
            if fault == .reset && reset == nil { return nil }
            let (old, delay) = whileBuilding {
                if fault == .reset { reset!() } else { register(Session.self, nil, .shared) { _ in Session() } }
            }
            return resolve(Session.self, nil) === old ? "old one stays" : delay
        case .memory:
            register(Session.self, nil, .graph) { _ in Session() }
            let ask = { (count: Int) in for _ in 1...count { consume(resolve(Session.self, nil)) } }
            ask(1_000)
            let before = bytesInUse()
            ask(100_000)
            let megabytes = (bytesInUse() - before) / 1e6
            return megabytes < 1 ? "ok" : String(format: "+%.0f MB", megabytes)
        default: return nil
        }
    }

    /// Does something while a thread is in a factory. The factory takes a second, but ends as soon as this is done.
    private func whileBuilding(_ body: () -> Void) -> (old: Session, delay: String) {
        let (inside, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        register(Session.self, nil, .shared) { _ in
            inside.signal()
            _ = done.wait(timeout: .now() + 1)
            return Session()
        }
        let old = thread { resolve(Session.self, nil)! }
        inside.wait()
        let seconds = nanoseconds(body) / 1e9
        for _ in 1...2 { done.signal() }  // a second run of the factory doesn't wait
        return (old(), seconds < 0.5 ? "ok" : String(format: "late %.1f s", seconds))
    }
}

extension Fault {
    /// The same for the rows in which only Locator runs.
    private func outcome() throws -> String {
        let container = DependenciesContainer()
        @Sendable func resolve<S: Sendable>(_ type: S.Type) -> S? { container.resolve(type: type) }
        container.register { Cache() }
        container.register { Session() }

        switch self {
        case .lock, .same:
            let (queue, lock) = (DispatchQueue(label: "queue"), NSLock())
            for isQueue in [true, false] {
                let alone = { @Sendable body in isQueue ? queue.sync(execute: body) : lock.withLock(body) }
                let (inside, held) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                container.register {
                    inside.signal()
                    held.wait()
                    alone {}
                    return Session()
                }
                let owner = thread {
                    inside.wait()
                    alone {
                        held.signal()
                        if self == .same { consume(resolve(Session.self)) } else { consume(resolve(Cache.self)) }
                    }
                }
                consume(resolve(Session.self))
                owner()
            }
        case .circle: return instances((1...200).map { _ in enterCircle() }.max()!)
        case .mistake:
            container.register(name: "chicken") { try $0.require(type: Service.self, name: "egg") }
            container.register(name: "egg") { try $0.require(type: Service.self, name: "chicken") }
            consume(try container.require(type: Service.self, name: "chicken"))
        case .chain:
            container.register(name: "0") { Service() }
            for number in 1...10_000 {
                container.register(name: "\(number)") { try $0.require(type: Service.self, name: "\(number - 1)") }
            }
            consume(try container.require(type: Service.self, name: "10000"))
        case .leave:
            let left = DispatchSemaphore(value: 0)
            for drop in [container.resetInstances, { container.register { Leaver {} } }] {
                container.register {
                    Leaver {
                        for _ in 1...2 { consume(resolve(Session.self)) }
                        left.signal()
                    }
                }
                consume(resolve(Leaver.self))
                drop()
                consume(thread { resolve(Leaver.self) }())
                if left.wait(timeout: .now()) == .timedOut { return "old one stays" }
            }
        case .resets:
            container.register { Router(try $0.require(), try $0.require()) }
            let end = DispatchSemaphore(value: 0)
            let threads = (1...3).map { _ in
                thread { while end.wait(timeout: .now()) == .timedOut { consume(resolve(Router.self)) } }
            }
            for _ in 1...10_000 {
                container.resetInstances()
                usleep(20)
            }
            for _ in threads { end.signal() }
            for thread in threads { thread() }
        default: return "-"
        }
        return "ok"
    }

    /// Two threads ask for the two services of a circle. Each factory waits until the other one runs, or 2 ms. Returns
    /// how many instances of a service the threads get.
    private func enterCircle() -> Int {
        let container = DependenciesContainer()
        let (chickens, eggs) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        container.register {
            chickens.signal()
            _ = eggs.wait(timeout: .now() + 0.002)
            return Chicken(try $0.require(), Cache())
        }
        container.register {
            eggs.signal()
            _ = chickens.wait(timeout: .now() + 0.002)
            return Egg()
        }
        let one = thread { container.resolve(type: Chicken.self)! }
        let two = thread { container.resolve(type: Egg.self)! }
        let (chicken, egg) = (one(), two())
        return max(
            different([chicken, egg.chicken, chicken.first.chicken, container.resolve(type: Chicken.self)!]),
            different([egg, chicken.first, container.resolve(type: Egg.self)!]))
    }
}

private typealias Chicken = Pair<Egg, Cache>
private final class Egg: @unchecked Sendable { @Injected var chicken: Chicken }

private final class Leaver: Sendable {
    private let leave: @Sendable () -> Void
    init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }
    deinit { leave() }
}

/// Starts a thread, and returns a closure that waits for its result.
func thread<T>(_ body: @escaping @Sendable () -> T) -> () -> T {
    let end = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: T?
    Thread.detachNewThread {
        result = body()
        end.signal()
    }
    return {
        end.wait()
        return result!
    }
}

private func different(_ objects: [AnyObject]) -> Int { Set(objects.map(ObjectIdentifier.init)).count }
private func instances(_ count: Int) -> String { count == 1 ? "ok" : "\(count) instances" }

extension Fault {
    private static let compared = allCases.prefix(6)

    /// Prints the two tables, and ends with a failure if Locator's column is not the one in `README.md`.
    static func printTables(_ options: UserDefaults) throws {
        let runs = options.string(forKey: "runs").flatMap(Int.init) ?? 1
        let word = options.string(forKey: "row") ?? ""
        let readme = URL(fileURLWithPath: "\(#filePath)/../../../README.md").standardized
        let page = try String(contentsOf: readme, encoding: .utf8)
        var differences = 0
        for faults in [compared, allCases.dropFirst(compared.count)] {
            let names = [Ours.name] + (faults == compared ? peers.map { $0.name } : [])
            print("\n| | \(names.joined(separator: " | ")) |\n|---\(names.map { _ in "|---" }.joined())|")
            for fault in faults where word.isEmpty || fault.rawValue.contains(word) {
                let cells = names.map { name in  // the first run that isn't ok, if there is one
                    (1...runs).lazy.map { _ in fault.cell(name) }.first { $0 != "ok" } ?? "ok"
                }
                print("| \(fault.rawValue) | \(cells.joined(separator: " | ")) |")
                fflush(nil)  // so that each row is seen at once
                if page.contains("| \(fault.rawValue) | \(cells[0]) |") { continue }
                print("README.md says something else about Locator.")
                differences += 1
            }
        }
        if differences > 0 { exit(1) }
    }

    /// Runs a fault in a process of its own: a crash ends only that.
    private func cell(_ name: String) -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["cell", name, rawValue]
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardOutput = output
        try! process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationReason == .exit { return String(text.split(separator: "\n").last ?? "nothing") }
        return process.terminationStatus == SIGALRM ? "hangs" : "crash"
    }

    static func printCell() {
        let (name, fault) = (CommandLine.arguments[2], Fault(rawValue: CommandLine.arguments[3])!)
        alarm(fault == .same ? 3 : 20)  // ends the process then: one row is expected to hang
        if !compared.contains(fault) { return print((try? fault.outcome()) ?? "error") }
        print(([Ours.self] + peers).first { $0.name == name }!.init().outcome(of: fault) ?? "-")
    }
}
