// Runs all schedules of all programs of a family. Arguments: the family, the bound (-: that of CI), the mistake, and to
// run one schedule again, the number of the program and the path.

import Foundation

/// The mistake that a copy of the file makes; 0: none.
let mistake = Int(CommandLine.arguments[3])!
nonisolated(unsafe) private var (schedules, context) = (0, "")

@main enum Interleavings {
    static func main() {
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGALRM] { signal(number) { fail("it ends with signal \($0)") } }
        let (arguments, start) = (Array(CommandLine.arguments.dropFirst()), Date())
        let (usual, programs) = family(arguments[0])
        let bound = Int(arguments[1]) ?? usual
        for (number, program) in programs.enumerated() where arguments.count < 4 || arguments[3] == "\(number)" {
            context = "\(program.text)\nTests/Interleavings/run \(arguments[0]) \(bound) \(mistake) \(number)"
            // Without preemptions, whole calls run one after the other.
            var pictures: Set<String> = []
            repeat { pictures.formUnion(run(program, bound: 0)) } while scheduler.advance()
            scheduler.isTracing = arguments.count > 4
            if scheduler.isTracing { scheduler.path = arguments[4].split(separator: ".").map { (Int($0)!, 0) } }
            repeat {
                let picture = run(program, bound: bound)
                if !pictures.isSuperset(of: picture) { fail("no order of whole calls gives \(picture)") }
            } while !scheduler.isTracing && scheduler.advance()
        }
        let seconds = Int(-start.timeIntervalSinceNow)
        print("\(arguments[0]): \(programs.count) programs, \(schedules) schedules, bound \(bound), \(seconds) s")
    }

    private static func run(_ program: Program, bound: Int) -> [String] {
        schedules += 1
        alarm(60)
        World.current = World(program)
        scheduler.run(threads: program.calls.count, bound: bound)
        let picture = World.current!.end()
        World.current = nil
        if Node.alive.contains(where: { $0() != nil }) { fail("a service stays alive") }
        return picture
    }
}

func fail(_ problem: String) -> Never {
    print("\(problem): \(context) " + scheduler.path.map { "\($0.taken)" }.joined(separator: "."))
    exit(1)
}
