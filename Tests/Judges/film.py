"""film.py FILM RATE PIXELS: lets Chromium show a film of so many frames a second.

Writes red, green and blue of each pixel of all frames to PIXELS, and prints the seconds of each frame of an animated
picture, or those of all of a video, as JSON.
"""
import base64
import json
import pathlib
import sys
import tempfile

from chromium import Browser

TYPES = {".gif": "image/gif", ".webp": "image/webp", ".png": "image/png", ".mp4": "video/mp4", ".webm": "video/webm"}

PAGE = """<!doctype html><meta charset="utf-8"><title>film</title><script>
const bytes = Uint8Array.from(atob("BYTES"), letter => letter.charCodeAt(0));
let canvas, context;
function pixels(picture, width, height) {
    canvas ??= Object.assign(document.createElement("canvas"), {width, height});
    context ??= canvas.getContext("2d", {willReadFrequently: true});
    context.drawImage(picture, 0, 0);
    let text = "";
    for (const value of context.getImageData(0, 0, width, height).data) text += String.fromCharCode(value);
    return btoa(text);
}
let decoder, video;
async function openPicture(type) {
    decoder = new ImageDecoder({data: bytes, type});
    await decoder.tracks.ready;
    await decoder.completed;
    const track = decoder.tracks.selectedTrack;
    return {frames: track.frameCount, repeats: track.repetitionCount};
}
async function picture(frameIndex) {
    const {image} = await decoder.decode({frameIndex});
    const answer = {
        seconds: image.duration / 1e6, pixels: pixels(image, image.displayWidth, image.displayHeight)};
    image.close();
    return answer;
}
async function openVideo(type) {
    video = document.createElement("video");
    video.muted = true;
    const loaded = new Promise((done, fail) => { video.onloadeddata = done; video.onerror = () => fail(video.error.message); });
    video.src = URL.createObjectURL(new Blob([bytes], {type}));
    await loaded;
    return {seconds: video.duration};
}
// A seek that has ended can still show the frame before: the frame's own time says which it is.
async function frameAt(number, rate) {
    video.currentTime = (number + 0.5) / rate;
    for (;;) {
        await new Promise(done => setTimeout(done, 5));
        if (video.seeking || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) continue;
        const frame = new VideoFrame(video), isWanted = Math.abs(frame.timestamp / 1e6 - number / rate) < 0.25 / rate;
        const answer = isWanted && {pixels: pixels(frame, video.videoWidth, video.videoHeight)};
        frame.close();
        if (answer) return answer;
    }
}
</script>"""


def rgb(answer):
    data = bytearray(base64.b64decode(answer["pixels"]))
    del data[3::4]
    return bytes(data)


def main():
    film, rate, target = pathlib.Path(sys.argv[1]), float(sys.argv[2]), pathlib.Path(sys.argv[3])
    kind = TYPES[film.suffix]
    with tempfile.TemporaryDirectory() as folder, Browser() as browser, target.open("wb") as pixels:
        page = pathlib.Path(folder) / "film.html"
        page.write_text(PAGE.replace("BYTES", base64.b64encode(film.read_bytes()).decode()))
        tab = browser.tab()
        tab.open(page.as_uri())
        if kind.startswith("image/"):
            opened = tab.evaluate(f"openPicture('{kind}')")
            seconds = []
            for number in range(opened["frames"]):
                frame = tab.evaluate(f"picture({number})")
                seconds.append(frame["seconds"])
                pixels.write(rgb(frame))
            print(json.dumps({"seconds": seconds, "repeats": opened["repeats"] is None or opened["repeats"] > 1000}))
        else:
            opened = tab.evaluate(f"openVideo('{kind}')")
            for number in range(round(opened["seconds"] * rate)):
                pixels.write(rgb(tab.evaluate(f"frameAt({number}, {rate})")))
            print(json.dumps({"seconds": [opened["seconds"]], "repeats": False}))


main()
