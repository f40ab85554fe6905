import IIO
import Motion

/// Reads the input as what a server says of its devices, in libiio's XML; what it says does not matter,
/// but what is taken has to make sense.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIIO(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: bytes, count: count)
    guard let found = try? IIOInventory(xml: Array(input)) else { return 0 }
    for device in found.devices {
        let names = [device.id, device.name, device.label, device.identity, device.trigger]
        for name in names { check(name ?? "") }
        check(device.reason)
        for sensor in [device.accelerometer, device.gyroscope] { sensor.map(check) }
    }
    precondition(
        found.accelerometerDevice != nil || found.devices.allSatisfy { $0.accelerometer == nil })
    return 0
}

/// Nothing that a terminal would obey.
private func check(_ name: String) {
    precondition(name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, name)
}

private func check(_ sensor: IIOSensorReport) {
    precondition(sensor.channels.count == 3, "axes are missing")
    precondition((sensor.scale ?? []).allSatisfy { $0.isFinite && $0 != 0 }, "no scale")
    precondition((sensor.offset ?? []).allSatisfy(\.isFinite), "no offset")
    precondition(
        ((sensor.rate.map { [$0] } ?? []) + sensor.rates).allSatisfy { 1e9 / $0 > 0 }, "no rate")
    precondition(sensor.mount.matrix.problem == nil, "no rotation")
}
