import Compositor
import Paint
import Scene

// What a compositor draws without assets.

extension Colour: PlannableContent, PlannedContent {
    func parts(_ shown: ShownLayer) -> [Frame.Part] { [(.colour(self), shown.box)] }
}

extension Gradient: PlannableContent, PlannedContent {
    func parts(_ shown: ShownLayer) -> [Frame.Part] {
        [(.gradient(with(shown.parameters)), shown.box)]
    }
}

extension Mesh: PlannableContent, PlannedContent {
    func parts(_ shown: ShownLayer) -> [Frame.Part] { [(.mesh(with(shown.parameters)), shown.box)] }
}

extension Material: PlannableContent, PlannedContent {
    func parts(_ shown: ShownLayer) -> [Frame.Part] {
        let blur = shown.appearance.backdropBlur * shown.pixelsPerPoint
        return [(.backdrop(Frame.Backdrop(blur: blur, tint: tint)), shown.box)]
    }
}
