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

    @Test func `the manifests name the systems that README names`() throws {
        let sentence = try #require(try text("README.md").firstMatch(of: /written for ([^.]*(?:\.\d+[^.]*)*)\./)).1
        let promised = sentence.matches(of: /(macOS|iOS|tvOS|watchOS|visionOS)\s([\d.]+)/).map { "\($0.1) \($0.2)" }
        #expect(promised.count == 5)
        let platforms = try text("Package.swift").matches(of: /\.(macOS|iOS|tvOS|watchOS|visionOS)\(\.v([\d_]+)\)/)
        #expect(platforms.map { "\($0.1) \($0.2.replacing("_", with: "."))" } == promised)
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

    private func text(_ file: String) throws -> String {
        try String(contentsOfFile: path(file), encoding: .utf8)
    }

    private func path(_ file: String) -> String {
        URL(fileURLWithPath: #filePath).appendingPathComponent("../../../\(file)").standardized.path
    }
}
