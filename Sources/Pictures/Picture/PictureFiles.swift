public import Platform

/// Whether a picture file of this name is parsed as SVG.
public func isSVG(_ path: String) -> Bool { path.lowercased().hasSuffix(".svg") }

/// Opens a picture file. Throws for all but regular files: a library would wait for the writer of a
/// pipe.
public func openPictureFile(_ path: String) throws(PictureError) -> OpenFile {
    do throws(FileError) {
        return try openRegularFile(path)
    } catch {
        throw PictureError(error)
    }
}
