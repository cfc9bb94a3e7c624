// Makes the mistakes that `Tests/Mutations/run` tries, from the compiler's syntax tree of the file.
//
//     generator TREE.json Locator.swift
//
// A build for each mistake would take hours. So a copy of the file has many, and a variable of the environment chooses
// one: `isWeak` becomes `(isMade(7) ? true : isMade(8) ? false : (isWeak))`. Mistakes inside a mistake come into the
// next copy. The copies are written here, and a list: number, copy (0: does not compile), section, and the line with
// «old → new».
import Foundation

typealias Node = [String: Any]

/// Some text takes the place of an expression, or a statement goes.
struct Mistake: Hashable {
    let range: Range<Int>
    var new = ""
    var isStatement = false
}

let files = try CommandLine.arguments.dropFirst().map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
let tree = try JSONSerialization.jsonObject(with: files[0])
let source = Array(files[1])

func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

func isAt(_ index: Int, _ text: String) -> Bool { source[index...].starts(with: text.utf8) }

/// The end of the string literal at an index, and its pieces: texts and interpolations.
func string(at start: Int) -> (end: Int, pieces: [Range<Int>]) {
    let quotes = isAt(start, "\"\"\"") ? "\"\"\"" : "\""
    var (index, depth, ends) = (start + quotes.count, 0, [start + quotes.count])
    while depth > 0 || !isAt(index, quotes) {
        if depth > 0, isAt(index, "\"") {
            index = string(at: index).end
        } else if depth > 0 {
            depth += isAt(index, "(") ? 1 : isAt(index, ")") ? -1 : 0
            index += 1
            if depth == 0 { ends.append(index) }
        } else if isAt(index, "\\(") {
            ends.append(index)
            (index, depth) = (index + 2, 1)
        } else {
            index += isAt(index, "\\") ? 2 : 1
        }
    }
    return (index + quotes.count, zip(ends, ends.dropFirst() + [index]).map { $0..<$1 }.filter { !$0.isEmpty })
}

/// The bytes of a node. Of its last token, the tree has the beginning only.
func span(_ node: Any?) -> Range<Int>? {
    guard let range = (node as? Node)?["range"] as? Node, range["buffer_id"] == nil,
        let start = range["start"] as? Int, let last = range["end"] as? Int, start <= last
    else { return nil }
    if isAt(last, "\"") { return start..<string(at: last).end }
    let word = source[last...].prefix { UnicodeScalar($0).properties.isXIDContinue || $0 == UInt8(ascii: "$") }
    return start..<(last + max(word.count, 1))
}

// MARK: - Finding Mistakes

var mistakes: Set<Mistake> = []
/// The same as other mistakes, such as false for `a` in `a && b`.
var repeated: Set<Mistake> = []
/// What is changed, not read; and the bodies of initializers, since most need all their statements.
var excluded: [Range<Int>] = []
let swaps = [
    "&&": "||", "||": "&&", ">": ">=", ">=": ">", "<": "<=", "<=": "<", "..<": "...", "+": "-", "-": "+",
    "first": "last", "last": "first", "lastIndex": "firstIndex", "removeLast": "removeFirst",
    ".singleton": ".transient", ".transient": ".graph", ".graph": ".weak", ".weak": ".singleton",
    ".notRegistered": ".circular", ".circular": ".mainActorOnly", ".mainActorOnly": ".notRegistered",
]

func add(_ range: Range<Int>, _ news: String...) { news.forEach { mistakes.insert(Mistake(range: range, new: $0)) } }

/// Replaces a part of an expression.
func replace(_ part: Range<Int>, in range: Range<Int>, with new: String) {
    add(range, text(range.lowerBound..<part.lowerBound) + new + text(part.upperBound..<range.upperBound))
}

/// Finds mistakes in a node, and then in what it consists of.
func visit(_ tree: Any) {
    if let list = tree as? [Any] { list.forEach(visit) }
    guard let node = tree as? Node else { return }
    switch node["_kind"] as? String {
    case "assign_expr", "inout_expr", "constructor_decl":
        excluded += [span(node["dest"] ?? node["sub_expr"] ?? node["body"])].compactMap { $0 }
    case "brace_stmt" where node["implicit"] == nil && !excluded.contains(span(node) ?? 0..<0):
        (node["elements"] as? [Node] ?? []).forEach(dropStatement)
    case "keypath_expr", "default_argument_expr": return
    case let kind:
        guard let range = span(node), let type = node["type"] as? String, kind != "autoclosure_expr" else { break }
        changeValue(range, type)
        if node["implicit"] == nil { changeExpression(node, range, type) }
    }
    node.values.forEach(visit)
}

func dropStatement(_ node: Node) {
    // If a function returns nothing, its only expression is in a `return` that the compiler has added.
    let isReturn = node["_kind"] as? String == "return_stmt" && node["implicit"] != nil
    let statement = isReturn ? node["result"] as? Node : node
    guard let range = span(statement), let type = statement?["type"] as? String else { return }
    if type == "$sytD" || !isReturn && type != "$ss5NeverOD" {
        mistakes.insert(Mistake(range: range, isStatement: true))
    }
}

/// Another value of the same type. For a Bool, true and false: each is harder to notice than the opposite.
func changeValue(_ range: Range<Int>, _ type: String) {
    let old = text(range)
    // What stands after `try` is changed. An endless loop has to be one.
    if old == "self" || ["try ", "unsafe ", "if ", "switch ", "{", "\\"].contains(where: old.hasPrefix) { return }
    if old == "true" && text(0..<range.lowerBound).hasSuffix("while ") { return }
    switch type {
    case "$sSbD": add(range, "true", "false")
    case "$sSiD": add(range, "(\(old)) + 1", "(\(old)) - 1")
    case "$sSSD" where old.hasPrefix("\"") && string(at: range.lowerBound).end == range.upperBound:
        for piece in string(at: range.lowerBound).pieces { replace(piece, in: range, with: "") }
    case _ where type.hasSuffix("SgD") && !type.hasSuffix("cSgD"): add(range, "nil")
    case _ where type.hasPrefix("$sSay") && type.hasSuffix("GD"): add(range, "[]")
    default: if old.hasPrefix(".") { swaps[old].map { add(range, $0) } }
    }
}

func changeExpression(_ node: Node, _ range: Range<Int>, _ type: String) {
    let function = node["fn"] as? Node
    let arguments = (node["args"] as? Node)?["args"] as? [Node] ?? []
    switch node["_kind"] as? String {
    case "binary_expr":
        let operands = arguments.compactMap { span($0["expr"]) }
        let sign = operands[0].upperBound + 1..<operands[1].lowerBound - 1
        if let new = swaps[text(sign)], new != "-" || type == "$sSiD" { replace(sign, in: range, with: new) }
        if text(sign) == "+" { add(range, text(operands[0]), text(operands[1])) }
        let same = ["&&": "false", "||": "true"][text(sign)] ?? (text(operands[1]) == "nil" ? "nil" : "")
        repeated.formUnion(operands.map { Mistake(range: $0, new: same) })
    case "prefix_unary_expr":
        for new in ["true", "false"] { repeated.insert(Mistake(range: span(arguments[0]["expr"])!, new: new)) }
    case "call_expr", "member_ref_expr":
        // `a.sorted()` becomes `a`, and `a.first` becomes `a.last`.
        let receiver = node["base"] ?? ((function?["args"] as? Node)?["args"] as? [Node])?.first?["expr"]
        if let old = span(receiver), (receiver as! Node)["type"] as? String == type { add(range, text(old)) }
        let end = (span(function) ?? range).upperBound
        let name = text(range.lowerBound..<end).split(separator: ".").last!
        swaps[String(name)].map { replace((end - name.utf8.count)..<end, in: range, with: $0) }
    default: break
    }
}

// MARK: - Writing Copies

visit(tree)
let isExcluded = { (range: Range<Int>) in
    excluded.contains { $0.lowerBound == range.lowerBound && $0.upperBound >= range.upperBound }
}
mistakes = mistakes.subtracting(repeated).filter { !isExcluded($0.range) && $0.new != text($0.range) }
// From outside to inside: a statement, then the expression that it consists of.
let all = mistakes.sorted {
    ($0.range.lowerBound, -$0.range.upperBound, $0.isStatement ? 0 : 1, $0.new)
        < ($1.range.lowerBound, -$1.range.upperBound, $1.isStatement ? 0 : 1, $1.new)
}

/// The file with some mistakes, each behind its switch.
struct Copy {
    var output: [UInt8] = []
    var numbers: [Int] = []
    private var left: ArraySlice<Int>

    /// The switch takes the place of the first line, a comment.
    init(_ numbers: [Int]) {
        left = numbers[...]
        append("@usableFromInline nonisolated func isMade(_ number: Int) -> Bool { number == chosenMistake }; ")
        append("nonisolated private let chosenMistake = getenv(\"MISTAKE\").flatMap { Int(String(cString: $0)) }")
        write(source.firstIndex(of: UInt8(ascii: "\n"))!..<source.count)
    }

    private mutating func append(_ text: String) { output += text.utf8 }

    private mutating func write(_ range: Range<Int>) {
        var position = range.lowerBound
        while let first = left.first.map({ all[$0] }), first.range.lowerBound < range.upperBound {
            let group = left.prefix { all[$0].range == first.range && all[$0].isStatement == first.isStatement }
            left.removeFirst(group.count)
            if first.range.lowerBound < position { continue }  // inside another mistake
            append(text(position..<first.range.lowerBound))
            let isShort = text(position..<first.range.lowerBound).hasSuffix(" let ")  // `if let box`
            append(isShort ? text(first.range) + " = (" : first.isStatement ? "if " : "(")
            // Large expressions take the compiler long: a copy has two alternatives with much code.
            let long = group.filter { all[$0].new.count > 5 }.dropFirst(2)
            for number in group where !long.contains(number) {
                append(first.isStatement ? "!isMade(\(number)) " : "isMade(\(number)) ? \(all[number].new) : ")
                numbers.append(number)
            }
            append(first.isStatement ? "{ " : "(")
            if first.isStatement { write(first.range) } else { append(text(first.range)) }
            append(first.isStatement ? " }" : "))")
            position = first.range.upperBound
        }
        append(text(position..<range.upperBound))
    }

    /// Compiles the copy, and returns for each error the mistake at its place, before it, or after it.
    func culprits() throws -> Set<Int> {
        try Data(output).write(to: URL(fileURLWithPath: "copy.swift"))
        system("swiftc -emit-sil -swift-version 6 -parse-as-library -module-name Locator -o /dev/null copy.swift 2>log")
        let messages = try String(contentsOfFile: "log", encoding: .utf8).split(separator: "\n")
        let errors = messages.filter { $0.hasPrefix("copy.swift:") && $0.contains(": error: ") }
        let lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return Set(
            errors.map { error in
                let place = error.split(separator: ":").dropFirst().prefix(2).map { Int($0)! }
                let (line, column) = (lines[place[0] - 1], place[1] + 10)
                let before = lines[..<(place[0] - 1)].joined() + line.prefix(column)
                let numbers = [Array(before), Array(line.dropFirst(column))].map { part in
                    String(decoding: part, as: UTF8.self).components(separatedBy: "isMade(").dropFirst()
                        .compactMap { text in Int(text.prefix { $0.isNumber }) }
                }
                // An expression that takes too long has its place before its mistakes.
                return numbers[0].last ?? numbers[1].first!
            })
    }
}

/// The section of a mistake, and its line with «old → new».
func description(_ mistake: Mistake) -> String {
    let (before, old) = (text(0..<mistake.range.lowerBound), text(mistake.range))
    let section = before.components(separatedBy: "// MARK: - ").dropFirst().last ?? "The Container\n"
    let short = old.count > 70 ? "\(old.prefix(40))…\(old.suffix(20))" : old
    let after = text(mistake.range.upperBound..<source.count).prefix { $0 != "\n" }
    let line = before.components(separatedBy: "\n").last! + "«\(short) → \(mistake.new)»" + after
    return section.prefix { $0 != "\n" } + "\t" + line.split { $0.isWhitespace }.joined(separator: " ")
}

var (copies, failures) = ([Int](repeating: 0, count: all.count), [Int](repeating: 0, count: all.count))
for number in 1... {
    let left = all.indices.filter { copies[$0] == 0 && failures[$0] < 2 }
    if left.isEmpty { break }
    var copy = Copy(left)
    while case let culprits = try copy.culprits(), !culprits.isEmpty {
        for culprit in culprits { failures[culprit] += 1 }
        copy = Copy(copy.numbers.filter { !culprits.contains($0) })
    }
    for mistake in copy.numbers { copies[mistake] = number }
    try Data(copy.output).write(to: URL(fileURLWithPath: "\(number).swift"))
}
let list = all.indices.map { "\($0)\t\(copies[$0])\t\(description(all[$0]))\n" }
try Data(list.joined().utf8).write(to: URL(fileURLWithPath: "list"))
