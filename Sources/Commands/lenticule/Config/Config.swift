import Card
import Display
import Glibc
import Logging
import Motion
import Playback
import Service

/// The whole configuration; a new value has the built-in defaults.
struct Config: Equatable {
    /// How an attitude becomes one angle.
    var tilt = TiltSettings()
    /// How that angle becomes a state.
    var tiltStates = TiltStateSettings()
    var source = SourceSettings()
    var show = Show()
    /// The credentials for an MQTT broker.
    var mqtt = MQTTAccess()
    var serve = Serve()

    /// The card and its display.
    struct Show: Equatable {
        /// A card's name, or else its path.
        var card = "demo"
        /// The display's number or name, or `terminal`; nil: the first display, or the terminal
        /// where there is none.
        var display: String?
        var isFullscreen = false
        var renderer = RendererChoice.auto
        var resolution = Resolution.auto
        var awake = Awake.auto
        /// Seconds of rest until the card sways; 0: never.
        var attractSeconds = 0.0
        /// Whether the desktop is kept from turning the display while the card is shown.
        var locksRotation = true
        /// Whether only inputs move something in a card.
        var reducesMotion: Bool?
        /// The folders of the cards that may draw with shaders of their own.
        var shaderFolders: [String] = []
    }

    /// The service's address and access.
    struct Serve: Equatable {
        /// The socket's path; nil: the standard path.
        var socket: String?
        /// The socket's permissions; nil: access for the group if there is one.
        var mode: mode_t?
        /// The socket's group, by name or number; nil: that of the system's service, or none.
        var group: String?
        /// The broker's topic for states; nil: none.
        var mqtt: MQTTAddress?
        /// States a second on that topic while the device moves, in Hz.
        var mqttRate = MQTTPublisher.usualRate
    }
}

extension Config {
    /// Opens the sources of this configuration; lines for people go to standard error.
    var opener: SourceOpener {
        SourceOpener(source, socket: serve.socket, access: mqtt) { logger.notice("\($0)") }
    }
}
