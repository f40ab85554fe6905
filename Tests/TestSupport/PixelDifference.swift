/// The mean difference of the red, green and blue of two pictures, each a word 0xAARRGGBB a pixel, in
/// levels of 255.
public func meanDifference(_ one: [UInt32], _ other: [UInt32]) -> Double {
    var sum = 0
    for (a, b) in zip(one, other) {
        for shift in [16, 8, 0] as [UInt32] {
            sum += abs(Int(a >> shift & 255) - Int(b >> shift & 255))
        }
    }
    return Double(sum) / Double(3 * one.count)
}
