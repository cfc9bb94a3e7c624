// Runs all schedules of all programs of a family, or one schedule again.

import Foundation

let scheduler = Scheduler()
/// The mistake that is made, or 0.
nonisolated(unsafe) var mistake = 0

@main enum Interleavings {
    nonisolated(unsafe) static var context = ""
    nonisolated(unsafe) static var schedules = 0

    /// Arguments: the family, the bound (- is that of the family), the mistake, and to replay, the program and the path.
    static func main() {
        for number in [SIGILL, SIGTRAP, SIGSEGV] { signal(number) { _ in fail("the program crashes") } }
        let arguments = CommandLine.arguments
        let family = Family(rawValue: arguments[1])!
        let bound = Int(arguments[2]) ?? family.bound
        mistake = Int(arguments[3])!
        let programs = family.programs
        let start = Date()
        for (number, program) in programs.enumerated() where arguments.count < 5 || arguments[4] == "\(number)" {
            context = "\(family.rawValue) \(bound) \(mistake) \(number)"
            let isOfCircle = program.services.indices.map(program.isOfCircle)
            let change = program.calls.firstIndex(where: \.isChange)
            func run(_ bound: Int, interrupter: Int? = nil) -> [String] {
                Interleavings.run(program, isOfCircle, bound, interrupter)
            }
            // Without preemptions, whole calls run one after the other.
            var pictures: [Set<String>] = [[], [], [], []]
            repeat {
                for (index, part) in run(change == nil ? 0 : 1, interrupter: change).enumerated() { pictures[index].insert(part) }
            } while scheduler.advance()
            if arguments.count > 5 {
                scheduler.path = arguments[5].split(separator: ".").map { Int($0)! }
                scheduler.isTracing = true
                print(program.text(Program.names))
            }
            repeat {
                let picture = run(bound)
                if !zip(picture, pictures).allSatisfy({ $1.contains($0) }) { fail("no order of whole calls gives \(picture)\n\(pictures)") }
            } while arguments.count < 5 && scheduler.advance()
        }
        let time = Date().timeIntervalSince(start)
        print("\(family): \(programs.count) programs, \(schedules) schedules, \(time) s, \(Double(schedules) / time)/s")
    }

    static func run(_ program: Program, _ isOfCircle: [Bool], _ bound: Int, _ interrupter: Int?) -> [String] {
        schedules += 1
        if Node.alive.contains(where: { $0 != nil }) { fail("something stays alive with its container") }
        Node.alive = []
        let world = World(program, isOfCircle)
        World.current = world
        scheduler.run(threads: program.calls.count, bound: bound, interrupter: interrupter) { world.perform($0) }
        World.current = nil
        return world.end()
    }
}

func fail(_ problem: String) -> Never {
    let path = scheduler.path.map(String.init).joined(separator: ".")
    print("\(Interleavings.context)\n    \(problem)\n    schedule \(Interleavings.schedules), path \(path)")
    exit(1)
}
