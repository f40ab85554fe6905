import Card
import Platform
import Scene

/// For which cards a person has allowed shaders.
public enum ShaderConsent: Sendable, Equatable {
    /// Nothing draws them.
    case none
    /// The cards in these folders.
    case folders([String])
    case all

    /// Why a card, which is in a folder, is shown without its shaders; nil if it is shown with them, or has
    /// none.
    func refusal(of card: Card, in folder: String?) -> String? {
        guard let file = card.shaderFiles.first else { return nil }
        switch self {
        case .all: return nil
        case .folders(let allowed) where allowed.contains { isSame($0, folder) }: return nil
        case .folders:
            return
                "\(file): the shader is left out, because nobody has allowed it: if you trust this card, "
                + "give --allow-shaders, or name its folder in show.allow_shaders"
        case .none: return Self.withoutOpenGL(file)
        }
    }

    /// Why a shader is left out where the processor draws.
    public static func withoutOpenGL(_ file: String) -> String {
        "\(file): the shader is left out, because the processor draws: show --renderer gl can draw it"
    }

    private func isSame(_ allowed: String, _ folder: String?) -> Bool {
        guard let folder, let allowed = realPath(allowed) else { return false }
        return allowed == realPath(folder)
    }
}
