// Files of the project that repeat each other say the same.

import Foundation
import Testing

@Suite struct `The project` {
    @Test func `the version is the same in the header, in CHANGELOG and in README`() throws {
        let header = try #require(try text("Sources/Locator/Locator.swift").firstMatch(of: /Version (\d+\.\d+\.\d+)/))
        let change = try #require(try text("CHANGELOG.md").firstMatch(of: /\n## (\d+\.\d+\.\d+)/))
        #expect(header.1 == change.1)
        let readme = try text("README.md").matches(of: /(?:from: "|[Vv]ersion )(\d+\.\d+\.\d+)/).map(\.1)
        #expect(!readme.isEmpty && readme.allSatisfy { $0 == header.1 })
    }

    @Test func `README and the article Choosing say how many lines the file has`() throws {
        let lines = try text("Sources/Locator/Locator.swift").split(separator: "\n", omittingEmptySubsequences: false)
        let count = (lines.count - 1).formatted(.number.locale(Locale(identifier: "en_US")))
        let code = lines.count { !$0.isEmpty && $0.prefixMatch(of: /\s*\/\//) == nil }
        let readme = try text("README.md").replacing("\n", with: " ")
        #expect(readme.contains("\(count) lines, among them \(code) lines of code"))
        #expect(try text("Sources/Locator/Locator.docc/ChoosingAndMoving.md").contains(" \(count) "))
    }

    @Test func `the manifest names the systems that README names`() throws {
        let sentence = try #require(try text("README.md").firstMatch(of: /written for ([^.]*(?:\.\d+[^.]*)*)\./)).1
        let promised = sentence.matches(of: /(macOS|iOS|tvOS|watchOS|visionOS)\s([\d.]+)/).map { "\($0.1) \($0.2)" }
        #expect(promised.count == 5)
        let platforms = try text("Package.swift").matches(of: /\.(macOS|iOS|tvOS|watchOS|visionOS)\(\.v([\d_]+)\)/)
        #expect(platforms.map { "\($0.1) \($0.2.replacing("_", with: "."))" } == promised)
    }

    @Test func `each error text that a page quotes is one of the file's`() throws {
        let name = /'[^']*'/
        let texts = try text("Sources/Locator/Locator.swift").matches(of: /"((?:\\.|[^"\\\n])*)"/)
        let known = texts.map { $0.1.replacing(name, with: "''") }
        let pages = try FileManager.default.contentsOfDirectory(atPath: path("Playground.playground/Pages"))
        let files = pages.map { "Playground.playground/Pages/\($0)/Contents.swift" }
        for file in files + ["Sources/Locator/Locator.docc/Problems.md"] {
            let prose = try text(file).replacing(/\n\/\/: ## .*/, with: "").replacing(/\s+(\/\/: +)?/, with: " ")
            for quote in prose.matches(of: /“([^”]*\w[^”]*)”/) {
                let quoted = quote.1.replacing(name, with: "''")
                #expect(known.contains { $0.contains(quoted) }, "\(file): \(quote.1)")
            }
        }
    }

    @Test func `the playground's copy is the file`() throws {
        #expect(try text("Sources/Locator/Locator.swift") == text("Playground.playground/Sources/Locator.swift"))
    }

    @Test func `the playground's manifest names exactly its pages`() throws {
        let manifest = try text("Playground.playground/contents.xcplayground")
        let named = manifest.matches(of: /<page name='(.*)'\/>/).map { "\($0.1).xcplaygroundpage" }
        let pages = try FileManager.default.contentsOfDirectory(atPath: path("Playground.playground/Pages"))
        #expect(named.sorted() == pages.sorted())
    }

    @Test func `the trait that the tests use is the one that the article Testing shows`() throws {
        let article = try text("Sources/Locator/Locator.docc/Testing.md")
        let start = try #require(article.range(of: "nonisolated struct ContainerTrait")).lowerBound
        let trait = try #require(article[start...].components(separatedBy: "```").first)
        #expect(try text("Tests/LocatorTests/ContainerTests.swift").contains(trait))
    }
}
