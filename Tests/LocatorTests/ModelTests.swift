import Foundation
import Locator
import Testing

/// Random programs, compared with the model in `Model.swift`.
///
/// `LOCATOR_PROGRAMS=100000 swift test --filter 'Random programs'` runs as many of each kind, and `LOCATOR_SEED` begins
/// with the seed that a failure has printed.
@Suite struct `Random programs` {
    @Test(arguments: 0..<2) func `a random program does what the model does`(half: Int) {
        var count = Trial.Count()
        let seeds = RandomPrograms.seeds(2000)
        for seed in seeds where seed % 2 == half {
            var choices = Choices(seed: seed)
            do throws(Mismatch) { try Trial.run(Program(&choices), &count) } catch {
                Issue.record("LOCATOR_SEED=\(seed)\n\(Trial.shrink(error))")
                break
            }
        }
        print("LOCATOR_SEED=\(seeds.lowerBound): \(count)")
    }
}

enum RandomPrograms {
    /// As many seeds as the environment asks for, or `count`.
    static func seeds(_ count: UInt64) -> Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["LOCATOR_SEED"].flatMap { UInt64($0) } ?? base
        return first..<first + (environment["LOCATOR_PROGRAMS"].flatMap { UInt64($0) } ?? count)
    }

    private static let base = UInt64.random(in: 0..<1 << 40)
}
