import Platform
import TOML

/// The folder of a card, in which its pictures must lie.
struct PictureFolder {
    let path: String

    /// The picture that a card names, or why its file cannot be read. Throws if it is not in the
    /// folder.
    func picture(_ value: TOMLValue) throws(TOMLError) -> Result<Card.Picture, CardError> {
        try picture(checkedPath(value), of: value)
    }

    /// The path that a value gives, from the folder. Throws if its text leads out of the folder, or
    /// is empty; links are not followed.
    func checkedPath(_ value: TOMLValue) throws(TOMLError) -> String {
        value.expect(.special(.file))
        let written = try value.plainString()
        guard !written.isEmpty else { throw value.error("is empty: give the file of a picture") }
        guard !written.hasPrefix("/") else {
            throw value.error(
                "must be a file in the card's folder, not a path from /: copy it there")
        }
        guard !written.split(separator: "/").contains("..") else {
            throw value.error("must be a file in the card's folder: .. leads out of it")
        }
        return written
    }

    /// Throws if a link leads from a path that `value` names out of the folder.
    func checkLinks(_ written: String, of value: TOMLValue) throws(TOMLError) {
        guard isOutside([path], "\(path)/\(written)") else { return }
        throw value.error(
            "must be a file in the card's folder: the link \(written.quotedShort) leads out of it")
    }

    /// The picture at a path that `value` names, or why its file cannot be read. Throws if a link
    /// leads out of the folder.
    func picture(
        _ written: String, of value: TOMLValue
    ) throws(TOMLError) -> Result<Card.Picture, CardError> {
        try checkLinks(written, of: value)
        return Result { () throws(CardError) in
            try Card.Picture(checking: "\(path)/\(written)", of: value)
        }
    }
}

extension Card.Picture {
    /// The picture at a path, which `value` names. Throws if its file cannot be read.
    init(checking path: String, of value: TOMLValue) throws(CardError) {
        do {
            try PictureLookup.check(path)
        } catch {
            throw CardError(error, at: value, path)
        }
        self.init(path: path, location: value.location)
    }
}
