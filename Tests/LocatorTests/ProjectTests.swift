import Foundation
import Testing

/// What several files of the project say has to be the same.
@Suite struct `The project` {
    @Test func `the version is the same in the header, in CHANGELOG and in README`() throws {
        let header = try #require(try text("Sources/Locator/Locator.swift").firstMatch(of: /Version (\d+\.\d+\.\d+)/))
        let change = try #require(try text("CHANGELOG.md").firstMatch(of: /\n## (\d+\.\d+\.\d+)/))
        #expect(header.1 == change.1)
        let readme = try text("README.md").matches(of: /(?:from: "|[Vv]ersion )(\d+\.\d+\.\d+)/).map(\.1)
        #expect(!readme.isEmpty && readme.allSatisfy { $0 == header.1 })
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

    @Test func `what is public is documented in one sentence of at most 150 characters, to begin with`() throws {
        var comment: [Substring] = []
        for line in try text("Sources/Locator/Locator.swift").split(separator: "\n", omittingEmptySubsequences: false) {
            let code = line.drop { $0 == " " }
            if code.starts(with: "///") {
                comment.append(code.dropFirst(4))
            } else if code.contains(/^(@.* )?(public |case )/), let first = comment.first, !first.isEmpty {
                let abstract = comment.prefix { !$0.isEmpty && !$0.starts(with: "```") && !$0.starts(with: "- ") }
                    .joined(separator: " ")
                #expect(abstract.count <= 150 && abstract.hasSuffix(".") && !abstract.contains(". "), "\(abstract)")
                comment = []
            } else if !code.contains(/^@\w+(\([^)]*\))?$/) {
                comment = []
            }
        }
    }

    private func text(_ file: String) throws -> String {
        try String(contentsOfFile: path(file), encoding: .utf8)
    }

    private func path(_ file: String) -> String {
        URL(fileURLWithPath: #filePath).appendingPathComponent("../../../\(file)").standardized.path
    }
}
