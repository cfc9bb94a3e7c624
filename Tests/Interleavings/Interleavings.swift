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
        let (arguments, start) = (CommandLine.arguments, Date())
        let (usual, programs) = family(arguments[1])
        let bound = Int(arguments[2]) ?? usual
        mistake = Int(arguments[3])!
        var seen: Set<[String]> = []
        for (number, program) in programs.enumerated() where arguments.count < 5 || arguments[4] == "\(number)" {
            if !program.isWanted || !seen.insert(program.renamed).inserted { continue }
            context = "\(program.lines.joined(separator: " | "))\nreplay \(arguments[1]) \(bound) \(mistake) \(number)"
            // Without preemptions, whole calls run one after the other.
            var pictures: Set<String> = []
            repeat { pictures.formUnion(run(program, bound: 0)) } while scheduler.advance()
            scheduler.isTracing = arguments.count > 5
            if scheduler.isTracing { scheduler.path = arguments[5].split(separator: ".").map { Int($0)! } }
            repeat {
                let picture = run(program, bound: bound)
                if !pictures.isSuperset(of: picture) { fail("no order of whole calls gives \(picture)") }
            } while !scheduler.isTracing && scheduler.advance()
        }
        let seconds = Int(Date().timeIntervalSince(start).rounded(.up))
        print(
            "\(arguments[1]): \(seen.count) programs, \(schedules) schedules, at most \(bound) preemptions, \(seconds) s"
        )
    }

    private static func run(_ program: Program, bound: Int) -> [String] {
        schedules += 1
        var limit = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: 2, tv_usec: 0))
        setitimer(.init(ITIMER_VIRTUAL.rawValue), &limit, nil)
        World.current = World(program)
        defer {
            World.current = nil
            if Node.alive.contains(where: { $0() != nil }) { fail("a service stays alive") }
        }
        return World.current!.run(bound: bound)
    }
}

func fail(_ problem: String) -> Never {
    print("\(problem): schedule \(schedules) of \(context) \(scheduler.path.map(String.init).joined(separator: "."))")
    exit(1)
}
