import Platform

func isFolder(_ path: String) -> Bool { FileKind(path) == .folder }

/// The names of a folder's subfolders, sorted, without hidden ones; empty if there is no folder.
func subfolders(of path: String) -> [String] {
    let all = (try? names(inFolder: path)) ?? []
    return all.filter { !$0.hasPrefix(".") && isFolder("\(path)/\($0)") }
}
