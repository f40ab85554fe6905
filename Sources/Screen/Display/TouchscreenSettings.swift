internal import CGIO

/// The settings of GNOME's settings daemon for touchscreens, or of Cinnamon's.
///
/// The compositors read them: mutter and muffin listen to `changed::orientation-lock` of these schemas
/// (src/backends/meta-orientation-manager.c). Their files are org.gnome.settings-daemon.peripherals
/// and org.cinnamon.settings-daemon.peripherals.
struct TouchscreenSettings: ~Copyable {
    private static let key = "orientation-lock"

    private let settings: UnsafeMutablePointer<GSettings>

    /// Nil where the desktop's schema is not installed, with which GLib would end the program.
    init?(_ desktop: RotationSetting) {
        let name = "org.\(desktop.rawValue).settings-daemon.peripherals.touchscreen"
        guard let source = g_settings_schema_source_get_default(),
            let schema = g_settings_schema_source_lookup(source, name, 1)
        else { return nil }
        defer { g_settings_schema_unref(schema) }
        guard g_settings_schema_has_key(schema, Self.key) != 0,
            g_settings_schema_get_path(schema) != nil,
            let settings = g_settings_new_full(schema, nil, nil)
        else { return nil }
        self.settings = settings
    }

    deinit { g_object_unref(settings) }

    var value: RotationSetting.Value {
        if g_settings_get_boolean(settings, Self.key) != 0 { return .locked }
        guard let own = g_settings_get_user_value(settings, Self.key) else { return .unset }
        g_variant_unref(own)
        return .unlocked
    }

    func set(_ value: RotationSetting.Value) {
        switch value {
        case .unset: g_settings_reset(settings, Self.key)
        case .locked, .unlocked:
            g_settings_set_boolean(settings, Self.key, value == .locked ? 1 : 0)
        }
        // Until it is written.
        g_settings_sync()
    }
}

/// Takes what GLib tells one thread, which would otherwise be told nobody: that the settings have
/// changed. It has to live on that thread.
struct SettingsChanges: ~Copyable {
    private let context: OpaquePointer?

    init() {
        context = g_main_context_new()
        g_main_context_push_thread_default(context)
    }

    deinit {
        g_main_context_pop_thread_default(context)
        g_main_context_unref(context)
    }

    func take() { while g_main_context_iteration(context, 0) != 0 {} }
}
