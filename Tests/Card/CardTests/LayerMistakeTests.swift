import Testing

@testable import Card

/// Mistakes in the keys of a layer of colour: the keys, and the message with its line among them.
private enum LayerMistakes {
    static let words: [(String, String)] = [
        (
            "rotaton = 3",
            "1:1: unknown key \"layer[1].rotaton\"; the nearest is \"layer[1].rotation\""
        ),
        (
            "saturtion = 3",
            "1:1: unknown key \"layer[1].saturtion\"; the nearest is \"layer[1].saturation\""
        ),
        (
            "rotation = { folow = \"tilt\" }",
            "1:14: unknown key \"layer[1].rotation.folow\"; the nearest is \"layer[1].rotation.follow\""
        ),
        (
            "rotation = { follow = \"tilt-z\" }",
            "1:23: layer[1].rotation.follow is \"tilt-z\"; the nearest is \"tilt-x\""
        ),
        (
            "rotation = { on = \"tapp\", steps = [1, 2] }",
            "1:19: layer[1].rotation.on is \"tapp\"; the nearest is \"tap\""
        ),
        (
            "rotation = { follow = \"front\", values = [1, 2], curve = \"ease\" }",
            "1:57: layer[1].rotation.curve is \"ease\"; the nearest is \"ease-in\""
        ),
        (
            "rotation = { follow = \"front\", spring = \"bounce\" }",
            "1:41: layer[1].rotation.spring is \"bounce\"; the nearest is \"bouncy\""
        ),
        (
            "rotation = { follow = \"hello\" }",
            "1:23: layer[1].rotation.follow is \"hello\", but must be one of \"tilt\", \"front\""
        ),
    ]

    static let numbers: [(String, String)] = [
        ("opacity = 1.5", "1:11: layer[1].opacity is 1.5, but must be from 0 to 1"),
        ("opacity = nan", "1:11: layer[1].opacity is nan, but must be from 0 to 1"),
        ("rotation = inf", "1:12: layer[1].rotation is inf, but must be from -100000 to 100000"),
        ("scale = 1e9", "1:9: layer[1].scale is 1000000000.0, but must be from 0 to 100"),
        ("scale = [1, -1]", "1:13: layer[1].scale[2] is -1, but must be from 0 to 100"),
        (
            "opacity = \"half\"",
            "1:11: layer[1].opacity must be a number, a driver's table, or a list of them"
        ),
        ("opacity = []", "1:11: layer[1].opacity has 0 of at least 1 values"),
        ("opacity = [[1]]", "1:12: layer[1].opacity[1] must be a number, not a list"),
        (
            "at = 0.5",
            "1:6: layer[1].at must be a list, [x, y]; at-x and at-y are for a number or a driver alone"
        ),
        ("at = [0.5]", "1:6: layer[1].at must be 2 numbers, [x, y], not 1"),
        (
            "at = [0.5, { folow = \"front\" }]",
            "1:14: unknown key \"layer[1].at[2].folow\"; the nearest is \"layer[1].at[2].follow\""
        ),
        ("at = [0.5, [0.1, 40]]", "1:18: layer[1].at[2][2] is 40, but counts in parts of the box"),
        (
            "rotation = { follow = \"front\", values = [0, 1], curve = [\"ease-in\", \"linear\"] }",
            "1:57: layer[1].rotation.curve must be one, or one for each of the 1 pieces"
        ),
        (
            "size = \"large\"",
            "1:8: layer[1].size must be a list, [width, height], or \"natural\"; width and height are for"
        ),
        ("size = [-1, 1]", "1:9: layer[1].size[1] is -1, but must be from 0 to 20"),
        ("brightness = 2", "1:14: layer[1].brightness is 2, but must be from -1 to 1"),
        ("hue = inf", "1:7: layer[1].hue is inf, but must be from -100000 to 100000"),
        (
            "saturation = -1", "1:14: layer[1].saturation is -1, but must be from 0 to 100"
        ),
        (
            "multiply = 2",
            "1:12: layer[1].multiply must be a list, [red, green, blue], or a colour; multiply-red,"
        ),
        (
            "multiply = [1, 2]",
            "1:12: layer[1].multiply must be 3 numbers, [red, green, blue], not 2"
        ),
        ("multiply = \"red\"", "1:12: layer[1].multiply is \"red\", but must be as \"#rgb\""),
        (
            "multiply = \"#ff000080\"",
            "1:12: layer[1].multiply has an opacity, and must be as"
        ),
        ("order = 1.5", "1:9: layer[1].order must be a whole number"),
        ("bleed = 1", "1:9: layer[1].bleed must be true or false, not 1"),
        ("name = \"\"", "1:8: layer[1].name is empty"),
    ]

    static let contents: [(String, String)] = [
        ("picture = \"a.png\"", "0:10: layer[1].colour does not go with picture"),
        ("fit = \"cover\"", "1:1: layer[1].fit is for pictures, and this layer shows none"),
        ("crop-x = 0.1", "1:1: layer[1].crop-x is for pictures"),
        ("crop = [0, 0, 1, 1]", "1:1: layer[1].crop is for pictures"),
        ("size = \"natural\"", "1:1: layer[1].size = \"natural\" is for pictures"),
        ("clip = true", "1:1: layer[1].clip is for groups, and this layer shows something itself"),
        ("style = \"far\"", "1:9: layer[1].style is \"far\", and there is no [style.far]"),
    ]

    static let forms: [(String, String)] = [
        ("rotation = {}", "1:12: layer[1].rotation needs follow, on or transition"),
        (
            "rotation = { follow = \"front\", on = \"tap\" }",
            "1:12: layer[1].rotation has follow and on: give one of them, or a list of two tables"
        ),
        (
            "rotation = { on = \"tap\" }",
            "1:12: layer[1].rotation needs track, phases or steps beside on"
        ),
        (
            "rotation = { on = \"tap\", steps = [1, 2], phases = [1, 2] }",
            "1:12: layer[1].rotation has phases and steps"
        ),
        (
            "rotation = { follow = \"tilt\" }",
            "1:12: layer[1].rotation needs values beside follow = \"tilt\": range = [from, to] with"
        ),
        (
            "rotation = { follow = \"tilt\", values = [1, 2] }",
            "1:12: layer[1].rotation needs range = [from, to]: tilt has no range of its own"
        ),
        (
            "rotation = { follow = \"tilt\", range = [-3, 3] }",
            "1:31: layer[1].rotation.range needs values = [...] beside it"
        ),
        (
            "rotation = { follow = \"front\", curve = \"linear\" }",
            "1:32: layer[1].rotation.curve needs values = [...] beside it"
        ),
        (
            "rotation = { follow = \"tilt\", range = [3, -3], values = [1, 2] }",
            "1:39: layer[1].rotation.range must go up"
        ),
        (
            "rotation = { follow = \"front\", values = [1] }",
            "1:41: layer[1].rotation.values has 1 of at least 2 values"
        ),
        (
            "rotation = { follow = \"front\", values = [1, nan] }",
            "1:45: layer[1].rotation.values[2] is nan"
        ),
        (
            "rotation = { follow = \"tilt\", keys = [[0, 1], [0, 2]] }",
            "1:47: layer[1].rotation.keys[2] must have a higher number of the signal"
        ),
        (
            "opacity = { follow = \"tilt\", keys = [[0, 1], [10, 2]] }",
            "1:51: layer[1].opacity.keys[2][2] is 2, but must be from 0 to 1"
        ),
        (
            "rotation = { follow = \"tilt\", keys = [[0, 1], 3] }",
            "1:47: layer[1].rotation.keys[2] must be a list, not 3"
        ),
        (
            "rotation = { follow = \"front\", loop = true }",
            "1:32: layer[1].rotation.loop does not go with follow; the keys of such a driver are follow, spring"
        ),
        (
            "rotation = { on = \"tap\", steps = [1, 2], loop = true }",
            "1:42: layer[1].rotation.loop does not go with on and steps"
        ),
        (
            "rotation = { on = \"tap\", phases = [1, 2], spring = \"smooth\" }",
            "1:43: layer[1].rotation.spring does not go with on and phases"
        ),
        (
            "rotation = { follow = \"front\", spring = \"smooth\", smooth = 1 }",
            "1:12: layer[1].rotation has spring and smooth: give one of them"
        ),
        (
            "rotation = { follow = \"time\", keys = [[0, 0], [1, 1]], smooth = 1 }",
            "1:65: layer[1].rotation.smooth does not go with time"
        ),
        (
            "rotation = { follow = \"front\", track = [{ to = 1, linear = 1 }], smooth = 1 }",
            "1:66: layer[1].rotation.smooth does not go with follow and track"
        ),
        (
            "rotation = { follow = \"front\", smooth = 0 }",
            "1:41: layer[1].rotation.smooth is 0, but must be from 0.001 to 86400"
        ),
        (
            "rotation = { follow = \"front\", limit = -1 }",
            "1:40: layer[1].rotation.limit is -1, but must be from 0 to 100000"
        ),
        ("rotation = { follow = \"front\", gain = inf }", "1:39: layer[1].rotation.gain is inf"),
        (
            "rotation = { transition = [0, 1] }",
            "1:27: layer[1].rotation.transition must be 3 numbers, [before, visible, after], not 2"
        ),
    ]

    static let animations: [(String, String)] = [
        (
            "rotation = { follow = \"front\", spring = {} }",
            "1:41: layer[1].rotation.spring must have keys of one kind: duration and bounce, or response"
        ),
        (
            "rotation = { follow = \"front\", spring = { duration = 1, mass = 1 } }",
            "1:41: layer[1].rotation.spring must have"
        ),
        (
            "rotation = { follow = \"front\", spring = { stiffness = 1 } }",
            "1:41: layer[1].rotation.spring needs damping"
        ),
        (
            "rotation = { follow = \"front\", spring = { bounce = 1 } }",
            "1:41: layer[1].rotation.spring does not come to rest within a day"
        ),
        (
            "rotation = { follow = \"front\", spring = { bounce = -1 } }",
            "1:52: layer[1].rotation.spring.bounce is -1, but must be from -0.99 to 1"
        ),
        (
            "rotation = { follow = \"front\", spring = { bouncy = 1 } }",
            "1:43: unknown key \"layer[1].rotation.spring.bouncy\"; the nearest is \"layer[1].rotation.spring.bounce\""
        ),
        (
            "rotation = { follow = \"front\", values = [0, 1], curve = [0, 0, 2, 1] }",
            "1:64: layer[1].rotation.curve[3] is 2, but must be from 0 to 1"
        ),
        (
            "rotation = { follow = \"front\", values = [0, 1], curve = 3 }",
            "1:57: layer[1].rotation.curve must be a name or four numbers"
        ),
        (
            "rotation = { on = \"tap\", steps = [0, 1], animation = 3 }",
            "1:54: layer[1].rotation.animation must be a name or a table"
        ),
        (
            "rotation = { on = \"tap\", steps = [0, 1], animation = {} }",
            "1:54: layer[1].rotation.animation must have one of spring, curve"
        ),
        (
            "rotation = { on = \"tap\", steps = [0, 1], animation = { ease-in = 0 } }",
            "1:66: layer[1].rotation.animation.ease-in is 0, but must be from 0.001 to 86400"
        ),
        (
            "rotation = { on = \"tap\", steps = [0, 1], animation = { curve = \"linear\" } }",
            "1:54: layer[1].rotation.animation needs duration"
        ),
        (
            "rotation = { on = \"tap\", steps = [0, 1], animation = { spring = \"smooth\", duration = 1 } }",
            "1:54: layer[1].rotation.animation has a duration, which goes into the spring"
        ),
        (
            "rotation = { on = \"tap\", steps = [0, 1], animation = { linear = 2, duration = 1 } }",
            "1:54: layer[1].rotation.animation has a duration, which is the number of linear already"
        ),
        (
            "rotation = { on = \"tap\", phases = [0, 1], animation = [\"none\"] }",
            "1:55: layer[1].rotation.animation must be one, or one for each of the 2 phases"
        ),
        (
            "rotation = { on = \"tap\", phases = [0, 1], animation = \"quick\" }",
            "1:55: layer[1].rotation.animation is \"quick\", but must be one of \"smooth\""
        ),
    ]

    static let tracks: [(String, String)] = [
        (
            "rotation = { on = \"tap\", track = [] }",
            "1:34: layer[1].rotation.track has 0 of at least 1 values"
        ),
        (
            "rotation = { on = \"tap\", track = [{ linear = 1 }] }",
            "1:35: layer[1].rotation.track[1] needs to"
        ),
        (
            "rotation = { on = \"tap\", track = [{ to = 1, linear = 1, cubic = 1 }] }",
            "1:35: layer[1].rotation.track[1] has linear and cubic: give one of them"
        ),
        (
            "rotation = { on = \"tap\", track = [{ to = 1, cubic = 1, curve = \"linear\" }] }",
            "1:64: layer[1].rotation.track[1].curve does not go with cubic"
        ),
        (
            "rotation = { on = \"tap\", track = [{ to = 1, duration = 1 }] }",
            "1:56: layer[1].rotation.track[1].duration does not go with a jump"
        ),
        (
            "opacity = { on = \"tap\", track = [{ to = 2, cubic = 1 }] }",
            "1:41: layer[1].opacity.track[1].to is 2, but must be from 0 to 1"
        ),
        (
            "rotation = { on = \"tap\", track = [{ to = 1, linear = -1 }] }",
            "1:54: layer[1].rotation.track[1].linear is -1, but must be from 0.001 to 86400"
        ),
        (
            "rotation = { on = \"tap\", track = [{ to = 1, linear = 1e9 }] }",
            "1:54: layer[1].rotation.track[1].linear is 1000000000.0, but must be"
        ),
        (
            "rotation = { on = \"tap\", track = [{ to = 1, spring = { bounce = 1 } }] }",
            "1:54: layer[1].rotation.track[1].spring does not come to rest within a day: give a duration"
        ),
        (
            "rotation = { on = \"tap\", track = [{ to = 1, spring = { mass = 1, stiffness = 9, damping = 0 } }] }",
            "1:54: layer[1].rotation.track[1].spring does not come to rest within a day"
        ),
        (
            "rotation = { on = \"tap\", track = [{ to = 1 }], loop = true }",
            "1:55: layer[1].rotation.loop is true, but its track lasts no time"
        ),
        (
            "rotation = { follow = \"front\", track = [{ to = 1 }] }",
            "1:12: layer[1].rotation has a track that lasts no time"
        ),
        (
            "rotation = { on = \"tap\", phases = [0, 1], animation = \"none\", loop = true }",
            "1:70: layer[1].rotation.loop is true, but its phases last no time"
        ),
        (
            "rotation = { on = \"tap\", phases = [] }",
            "1:35: layer[1].rotation.phases has 0 of at least 2 values"
        ),
    ]

    static let visible: [(String, String)] = [
        (
            "visible = { follow = \"time\", keys = [[0, 0], [1, 1]] }",
            "1:11: layer[1].visible cannot follow time"
        ),
        (
            "visible = { follow = \"front\", spring = \"smooth\" }",
            "1:11: layer[1].visible changes at once"
        ),
        (
            "visible = { on = \"tap\", track = [{ to = 1, linear = 1 }] }",
            "1:11: layer[1].visible can only follow a signal, or have on with steps"
        ),
        (
            "visible = { on = \"tap\", steps = [1, 0], animation = \"smooth\" }",
            "1:53: layer[1].visible.animation does nothing here"
        ),
    ]

    static let all = words + numbers + contents + forms + animations + tracks + visible
}

@Suite struct LayerMistakeTests {
    private let folder = CardFolder()

    @Test(arguments: LayerMistakes.all)
    func `a mistake in a layer is named with its place`(keys: String, message: String) {
        let found = words(folder) { () throws(CardError) in
            _ = try folder.scene("size = [4, 3]\n[[layer]]\ncolour = \"#fff\"\n\(keys)\n")
        }
        let parts = message.split(separator: ":", maxSplits: 1)
        let line = 4 + (Int(parts[0]) ?? 0)
        #expect(found.hasPrefix("{}/card.toml:\(line):\(parts[1])"), "\(found)")
    }
}
