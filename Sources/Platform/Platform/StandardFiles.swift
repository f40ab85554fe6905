import Glibc

/// The descriptors 0 to 2, which a program may be started without.
public enum StandardFiles {
    /// Opens /dev/null for each one that is closed: otherwise the next file or connection would get its
    /// number, and what is printed. Must be called before anything is opened.
    public static func open() {
        // A file gets the lowest number that is free.
        var number = Glibc.open("/dev/null", O_RDWR)
        while 0...STDERR_FILENO ~= number { number = Glibc.open("/dev/null", O_RDWR) }
        close(number)
    }
}
