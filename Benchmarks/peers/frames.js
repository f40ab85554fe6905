// Calls `move` for each frame with tilts in degrees, the same motion as the benchmark's, and with seconds. The frames
// since the start go to the server once a second.
function showFrames(move) {
  let frame = 0
  let told = -1e9
  function draw(time) {
    const phase = 2 * Math.PI * frame / 240
    move(20 * Math.sin(phase), 12 * Math.cos(phase), frame / 60)
    if (time - told >= 1000) {
      told = time
      fetch("frames?" + frame)
    }
    frame += 1
    requestAnimationFrame(draw)
  }
  requestAnimationFrame(draw)
}
