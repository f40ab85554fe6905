/// The program's installation prefix, as `/usr` of `/usr/bin/lenticule`; nil if it is unknown.
public let programPrefix: String? = linkTarget("/proc/self/exe").map { program in
    "/" + program.split(separator: "/").dropLast(2).joined(separator: "/")
}

/// The program's version.
public let programVersion = "0.1.0"
