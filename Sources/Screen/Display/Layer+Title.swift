internal import Platform
public import Scene

extension Scene.Layer {
    /// Its name; without one, what it shows. `pictures` are the card's.
    public func title(_ pictures: [String]) -> String {
        name ?? content.label(pictures).lastPathPart
    }
}
