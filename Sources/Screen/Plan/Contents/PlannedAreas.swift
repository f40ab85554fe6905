import Compositor
import Paint
import Scene

// What a compositor draws without assets.

extension GroupContent: PlannableContent, PlannedContent {
    func parts(_ shown: ShownLayer) -> Frame.Parts { .members }
}

extension Colour: PlannableContent, PlannedContent {
    func parts(_ shown: ShownLayer) -> Frame.Parts {
        .one(Frame.Layer(.colour(self), box: shown.box))
    }
}

extension Gradient: PlannableContent, PlannedContent {
    func parts(_ shown: ShownLayer) -> Frame.Parts {
        .one(Frame.Layer(.gradient(with(shown.parameters)), box: shown.box))
    }
}

extension Mesh: PlannableContent, PlannedContent {
    func parts(_ shown: ShownLayer) -> Frame.Parts {
        .one(Frame.Layer(.mesh(with(shown.parameters)), box: shown.box))
    }
}

extension Material: PlannableContent, PlannedContent {
    func parts(_ shown: ShownLayer) -> Frame.Parts {
        let blur = shown.appearance.backdropBlur * shown.pixelsPerPoint
        return .one(Frame.Layer(.backdrop(Frame.Backdrop(blur: blur, tint: tint)), box: shown.box))
    }
}
