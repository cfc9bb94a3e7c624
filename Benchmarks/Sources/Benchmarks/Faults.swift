import Foundation

/// What can go wrong: the rows of a table in `README.md`.
enum Fault: String, CaseIterable {
    case slow = "A factory takes 1 s; a thread asks for another service"
    case slowInGraph = "The same, with a graph service in the container"
    case queue = "A factory calls `queue.sync`; the queue asks for another service"
    case lock = "A factory waits for a lock; its holder asks for another service"
    case same = "A factory waits for a lock; its holder asks for the same service"
    case crowd = "100 threads ask for a new singleton"
    case circle = "Two threads enter a circle"
    case runs = "Two threads enter a circle: most runs of a factory"
    case mistake = "A circle of factories"
    case nested = "A chain of 1,000 factories"
    case deep = "A chain of 10,000 factories"
    case leave = "`register` drops a service; its `deinit` asks for another one"
    case leaveAtReset = "A reset drops a service; its `deinit` asks for another one"
    case replace = "`register` while the service is built"
    case reset = "A reset while the service is built"
    case resets = "Resets while three threads ask"
    case memory = "A graph service is built 100,000 times"
}

extension Contender {
    /// Provokes a fault, and says what happens; nil if the library can't reset.
    func outcome(of fault: Fault) throws -> String? {
        if [.leaveAtReset, .reset, .resets].contains(fault), reset == nil { return nil }
        register(Service.self, nil, .shared) { _ in Service() }
        register(Cache.self, nil, .shared) { _ in Cache() }
        consume(resolve(Service.self, nil))

        switch fault {
        case .slow, .slowInGraph:
            if fault == .slowInGraph { register(Endpoint.self, nil, .graph) { _ in Endpoint("example.org", 443) } }
            return whileBuilding { consume((resolve(Service.self, nil), resolve(Cache.self, nil))) }.delay
        case .queue, .lock, .same:
            let (queue, lock) = (DispatchQueue(label: "queue"), NSLock())
            let alone = { @Sendable body in fault == .queue ? queue.sync(execute: body) : lock.withLock(body) }
            let (inside, held) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let runs = Counter()
            register(Session.self, nil, .shared) { _ in
                if runs.add(1) == 1 {
                    inside.signal()
                    held.wait()
                    alone {}
                }
                return Session()
            }
            let owner = thread {
                inside.wait()
                alone {
                    held.signal()
                    consume(fault == .same ? resolve(Session.self, nil) : resolve(Cache.self, nil) as Any?)
                }
            }
            consume(resolve(Session.self, nil))
            owner()
            return instances(runs.value)
        case .crowd:
            register(Session.self, nil, .shared) { _ in
                Thread.sleep(forTimeInterval: 0.1)
                return Session()
            }
            return instances(different((1...100).map { _ in thread { resolve(Session.self, nil)! } }.map { $0() }))
        case .circle, .runs:
            let tries = (1...200).map { _ in Self().circle() }
            return fault == .circle ? worst(tries.map { $0.outcome }) : tries.map { "\($0.runs)" }.max()
        case .mistake:
            register(Chicken.self, nil, .shared) { Chicken(try $0.require(Egg.self)) }
            register(Egg.self, nil, .shared) { Egg(try $0.require(Chicken.self)) }
            consume(try require(Chicken.self))
        case .nested, .deep:
            func nest<Outer: Makeable, Inner: Makeable>(_: Outer.Type, _: Inner.Type) {
                register(Outer.self, nil, .shared) {
                    consume(try $0.require(Inner.self))
                    return Outer()
                }
            }
            let count = fault == .nested ? 1_000 : 10_000
            register(Zero.self)
            for number in 1...count { nest(numbered(number), numbered(number - 1)) }
            consume(try require(numbered(count)))
        case .leave, .leaveAtReset:
            let ends = Counter()
            register(Leaver.self, nil, .shared) { _ in
                Leaver {
                    consume((resolve(Service.self, nil), resolve(Cache.self, nil)))
                    ends.add(1)
                }
            }
            consume(resolve(Leaver.self, nil))
            if fault == .leave { register(Leaver.self, nil, .shared) { _ in Leaver {} } } else { reset!() }
            consume(thread { resolve(Leaver.self, nil) }())
            return ends.value == 1 ? "ok" : "old one stays"
        case .replace, .reset:
            let (old, delay) = whileBuilding {
                if fault == .reset { reset!() } else { register(Session.self, nil, .shared) { _ in Session() } }
            }
            return resolve(Session.self, nil) === old ? "old one stays" : delay
        case .resets:
            register(Router.self, nil, .shared) { Router(try $0.require(Cache.self), try $0.require(Session.self)) }
            register(Session.self, nil, .shared) { _ in Session() }
            let ends = Counter()
            let threads = (1...3).map { _ in thread { while ends.value == 0 { consume(resolve(Router.self, nil)) } } }
            for _ in 1...10_000 {
                reset!()
                usleep(20)
            }
            ends.add(1)
            for thread in threads { thread() }
        case .memory:
            register(Session.self, nil, .graph) { _ in Session() }
            let ask = { (count: Int) in for _ in 1...count { consume(resolve(Session.self, nil)) } }
            ask(1_000)
            let before = bytesInUse()
            ask(100_000)
            let megabytes = (bytesInUse() - before) / 1e6
            return megabytes < 1 ? "ok" : String(format: "+%.0f MB", megabytes)
        }
        return "ok"
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

    /// Two threads ask for the two services of a circle. Each factory waits until the other one runs, or 2 ms.
    private func circle() -> (outcome: String, runs: Int) {
        let (chickens, eggs) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (chickenRuns, eggRuns) = (Counter(), Counter())
        register(Chicken.self, nil, .shared) {
            chickenRuns.add(1)
            chickens.signal()
            _ = eggs.wait(timeout: .now() + 0.002)
            return Chicken(try $0.require(Egg.self))
        }
        registerEgg { _ in
            eggRuns.add(1)
            eggs.signal()
            _ = chickens.wait(timeout: .now() + 0.002)
            return Egg(nil)
        }
        let one = thread {
            let chicken = resolve(Chicken.self, nil)!
            return (chicken, chicken.egg, chicken.egg.chicken)
        }
        let two = thread {
            let egg = resolve(Egg.self, nil)!
            return (egg, egg.chicken)
        }
        let ((chicken, itsEgg, back), (egg, itsChicken)) = (one(), two())
        let runs = max(chickenRuns.value, eggRuns.value)
        guard let back, let itsChicken else { return ("unfinished", runs) }
        let chickensMade = different([chicken, back, itsChicken, resolve(Chicken.self, nil)!])
        return (instances(max(chickensMade, different([itsEgg, egg, resolve(Egg.self, nil)!]))), runs)
    }
}

final class Chicken: Sendable {
    let egg: Egg
    init(_ egg: Egg) { self.egg = egg }
}

final class Egg: @unchecked Sendable {
    var lazy: (() -> Chicken?)?
    private var stored: Chicken?
    var chicken: Chicken? {
        get { stored ?? lazy?() }
        set { stored = newValue }
    }
    init(_ chicken: Chicken?) { stored = chicken }
}

private final class Leaver: Sendable {
    private let leave: @Sendable () -> Void
    init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }
    deinit { leave() }
}

private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    var value: Int { add(0) }
    @discardableResult func add(_ more: Int) -> Int {
        lock.withLock {
            count += more
            return count
        }
    }
}

/// Starts a thread, and returns a closure that waits for its result.
private func thread<T>(_ body: @escaping @Sendable () -> T) -> () -> T {
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

private func worst(_ cells: [String]) -> String {
    let words = ["ok": 0, "error": 1, "late": 2, "stops": 4, "hangs": 5, "crash": 6]
    func severity(_ cell: String) -> Int { words[String(cell.prefix { $0.isLetter })] ?? 3 }
    let worst = cells.max { (severity($0), $0) < (severity($1), $1) }!
    let count = cells.count { severity($0) == severity(worst) }
    return count < cells.count ? "\(worst) (\(count) of \(cells.count))" : worst
}

extension Fault {
    /// Prints the table, and ends with a failure if Locator's column is not the one in `README.md`.
    static func printTable(_ options: UserDefaults) throws {
        let runs = options.string(forKey: "runs").flatMap(Int.init) ?? 1
        let word = options.string(forKey: "row")
        let names = [Ours.name] + peers.map { $0.name }
        let page = try String(
            contentsOf: URL(
                fileURLWithPath: "../../README.md",
                relativeTo: URL(fileURLWithPath: #filePath)), encoding: .utf8)
        var differences = 0
        print("| | \(names.joined(separator: " | ")) |\n|---\(names.map { _ in "|---" }.joined())|")
        for fault in allCases where word == nil || fault.rawValue.contains(word!) {
            nonisolated(unsafe) var cells = names.map { _ in Array(repeating: "", count: runs) }
            let lock = NSLock()
            DispatchQueue.concurrentPerform(iterations: names.count * runs) {
                let (name, run) = ($0 / runs, $0 % runs)
                let cell = fault.cell(names[name])
                lock.withLock { cells[name][run] = cell }
            }
            let row = ([fault.rawValue] + cells.map(worst)).map { "| \($0) " }
            print(row.joined() + "|")
            fflush(nil)  // so that each row is seen at once
            if !page.contains(row[0] + row[1] + "|") {
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
        process.standardError = FileHandle.nullDevice
        try! process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationReason == .exit { return String(text.split(separator: "\n").last ?? "nothing") }
        // These two are a mistake that Swift or the library has noticed. It stops the program with a message.
        return [SIGILL, SIGTRAP].contains(process.terminationStatus) ? "stops" : "crash"
    }

    static func printCell() {
        let arguments = CommandLine.arguments
        let contender = ([Ours.self] + peers).first { $0.name == arguments[2] }!
        // Threads that don't use the processor for three seconds wait for each other. A minute is too long for any row.
        Thread.detachNewThread {
            var (used, quiet, ticks) = (clock(), 0, 0)
            while quiet < 6, ticks < 120 {
                Thread.sleep(forTimeInterval: 0.5)
                (quiet, ticks) = (clock() - used < 1_000 ? quiet + 1 : 0, ticks + 1)
                used = clock()
            }
            print("hangs")
            exit(0)
        }
        do {
            print(try contender.init().outcome(of: Fault(rawValue: arguments[3])!) ?? "-")
        } catch {
            print("error")
        }
    }
}
