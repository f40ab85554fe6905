import ArgumentParser
import Card
import Platform
import TOML

extension Failure {
    /// The error for a word that is given as a picture file but is no path: if it is a card's name,
    /// or the first argument, which is probably a mistyped command. Nil for other words.
    init?(
        unknownWord word: String, _ library: CardLibrary,
        arguments: [String] = CommandLine.arguments
    ) {
        let isPath = word.isEmpty || word.contains { "/.".contains($0) }
        guard !isPath, FileKind(word) == .missing else { return nil }
        if library.folder(named: word) != nil {
            self.init(
                .usage,
                "there is no picture \"\(word)\"; show the card of this name with: lenticule show "
                    + "--card \(word)")
        } else if arguments.dropFirst().first == word {
            let advice = Self.advice(word)
            self.init(.usage, "there is no command and no picture \"\(word)\"; \(advice)")
        } else {
            return nil
        }
    }

    private static func advice(_ word: String) -> String {
        let commands = Lenticule.configuration.subcommands.compactMap {
            $0.configuration.commandName
        }
        let command =
            nearest(to: word, of: commands).map { "the nearest command is \($0)" }
            ?? "the commands are \(commands.joined(separator: ", "))"
        return command + "; a picture is given by its path, as in: lenticule show back.png"
    }
}
