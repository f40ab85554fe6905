/// The folder of the source code in whose `.build` the program was built; nil for an installed program.
public let programRepository: String? = linkTarget("/proc/self/exe").flatMap { program in
    let parts = program.split(separator: "/")
    return parts.firstIndex(of: ".build").map { "/" + parts[..<$0].joined(separator: "/") }
}

/// The program's installation prefix, as `/usr` of `/usr/bin/lenticule`; nil if it is unknown.
public let programPrefix: String? = linkTarget("/proc/self/exe").map { program in
    "/" + program.split(separator: "/").dropLast(2).joined(separator: "/")
}

/// The program's version.
public let programVersion = "0.1.0"
