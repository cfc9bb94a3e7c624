// Runs all schedules of all programs of a family. Arguments: the family, the bound (-: that of CI), the mistake, and to
// run one schedule again, the number of the program and the path.

import Foundation

/// The mistake that a copy of the file makes; 0: none.
nonisolated(unsafe) var mistake = 0
nonisolated(unsafe) private var (schedules, context) = (0, "")

@main enum Interleavings {
    static func main() {
        for number in [SIGILL, SIGTRAP, SIGSEGV] { signal(number) { _ in fail("the program crashes") } }
        signal(SIGVTALRM) { _ in fail("a thread does not end") }
        let (name, start, replay) = (CommandLine.arguments[1], Date(), CommandLine.arguments.dropFirst(4))
        let (usual, programs) = family(name)
        let bound = Int(CommandLine.arguments[2]) ?? usual
        mistake = Int(CommandLine.arguments[3])!
        for (number, program) in programs.enumerated() where replay.isEmpty || replay.first == "\(number)" {
            context = "\(program.text)\nreplay \(name) \(bound) \(mistake) \(number)"
            // Without preemptions, whole calls run one after the other.
            var pictures: Set<String> = []
            repeat { pictures.formUnion(run(program, bound: 0)) } while scheduler.advance()
            scheduler.isTracing = !replay.isEmpty
            if !replay.isEmpty { scheduler.path = replay.last!.split(separator: ".").map { Int($0)! } }
            repeat {
                let picture = run(program, bound: bound)
                if !pictures.isSuperset(of: picture) { fail("no order of whole calls gives \(picture)") }
            } while replay.isEmpty && scheduler.advance()
        }
        let seconds = Int(Date().timeIntervalSince(start).rounded(.up))
        print("\(name): \(programs.count) programs, \(schedules) schedules, at most \(bound) preemptions, \(seconds) s")
    }

    private static func run(_ program: Program, bound: Int) -> [String] {
        schedules += 1
        var limit = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: 2, tv_usec: 0))
        setitimer(.init(ITIMER_VIRTUAL.rawValue), &limit, nil)
        World.current = World(program)
        scheduler.run(threads: program.calls.count, bound: bound)
        let picture = World.current!.end()
        World.current = nil
        if Node.alive.contains(where: { $0() != nil }) { fail("a service stays alive") }
        return picture
    }
}

func fail(_ problem: String) -> Never {
    print("\(problem): schedule \(schedules) of \(context) \(scheduler.path.map(String.init).joined(separator: "."))")
    exit(1)
}
