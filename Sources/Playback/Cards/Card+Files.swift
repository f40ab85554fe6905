public import Card
public import Decoding
public import Picture
import Platform
import TOML

extension Card {
    /// The card with this path or name.
    public init(named name: String, in library: CardLibrary = .installed) throws(CardError) {
        try self.init(folder: library.folder(of: name))
    }

    /// What decodes its pictures and draws its texts.
    public var decoder: PictureDecoder {
        PictureDecoder(pictures: pictures.map(\.path), fonts: fontFiles)
    }

    /// The files of its pictures, in their order.
    public func pictureFiles(_ decoder: PictureDecoder) -> [PictureFile] {
        PictureFile.pages(
            pictures.map { PictureFile.Page(path: $0.path, index: $0.page) }, decoder: decoder)
    }
}

extension Card.Picture {
    /// Why its file cannot be shown. The error begins with the picture's location in card.toml, if
    /// card.toml names the picture.
    public func located(_ error: PictureError) -> CardError {
        CardError(error.kind, (location.map { "\($0): " } ?? "") + error.description)
    }
}

extension CardLibrary {
    /// The card folders of this user and machine.
    public static var installed: CardLibrary {
        let names = ["HOME", "XDG_DATA_HOME"]
        let values = names.compactMap { name in
            environmentVariable(name).map { (name, $0) }
        }
        return standard(
            environment: Dictionary(uniqueKeysWithValues: values), prefix: programPrefix,
            repository: programRepository)
    }
}
