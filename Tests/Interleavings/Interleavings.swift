// Runs all schedules of all programs of a family. Arguments: the family, the bound (-: that of CI), the mistake, and to
// run one schedule again, the number of the program and the path.

let scheduler = Scheduler()
nonisolated(unsafe) var (mistake, schedules, context) = (0, 0, ("", ""))

@main enum Interleavings {
    static func main() {
        for number in [SIGILL, SIGTRAP, SIGSEGV] { signal(number) { _ in fail("the program crashes") } }
        let arguments = CommandLine.arguments + ["", ""]
        let (family, start) = (Family(rawValue: arguments[1])!, Date())
        let bound = Int(arguments[2]) ?? family.bound
        mistake = Int(arguments[3])!
        var (number, seen) = (Int(arguments[4]) ?? 0, Set<[String]>())
        while let program = family.program(number) {
            if program.isWanted && seen.insert(program.lines).inserted {
                context = (program.lines.joined(separator: " | "), "\(family) \(bound) \(mistake) \(number)")
                // Without preemptions, whole calls run one after the other.
                var pictures: Set<String> = []
                repeat { pictures.formUnion(run(program, bound: 0)) } while scheduler.advance()
                scheduler.isTracing = arguments.count > 6
                if scheduler.isTracing { scheduler.path = arguments[5].split(separator: ".").map { Int($0)! } }
                repeat {
                    let picture = run(program, bound: bound)
                    if !pictures.isSuperset(of: picture) { fail("no order of whole calls gives \(picture)") }
                } while !scheduler.isTracing && scheduler.advance()
                if scheduler.isTracing { return print("Nothing is wrong: \(context.0)") }
            }
            number += 1
        }
        let seconds = Int(Date().timeIntervalSince(start).rounded(.up))
        print("\(family): \(seen.count) programs, \(schedules) schedules, at most \(bound) preemptions, \(seconds) s")
    }

    private static func run(_ program: Program, bound: Int) -> [String] {
        schedules += 1
        if Node.alive.contains(where: { $0() != nil }) { fail("a container does not release its services") }
        Node.alive = []
        let world = World(program)
        World.current = world
        scheduler.run(threads: program.calls.count, bound: bound) { world.run($0) }
        World.current = nil
        defer { world.checkReleased() }
        return world.end()
    }
}

func fail(_ problem: String) -> Never {
    let path = scheduler.path.map(String.init).joined(separator: ".")
    print("\(context.0)\n\(problem), in schedule \(schedules)\nTests/Interleavings/run replay \(context.1) \(path)")
    exit(1)
}
