/// Connects to the service at `path` and gives what is read there; it is heard and left within a
/// second or so.
public func deviceServed(at path: String) throws(SocketError) -> String {
    var connection = try ServiceConnection(to: path)
    return try connection.greet(saying: "{\"subscribe\":\"state\",\"hz\":1}")
}
