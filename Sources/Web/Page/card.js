"use strict";
// Shows the pictures of `card` that are nearest to the tilt, mixed. It asks for frames only while something
// moves. Tilts are degrees: x is positive when the right edge goes down, y when the top edge rises.
(() => {
  const view = document.querySelector("#card"), still = view.querySelector("img");
  const canvas = view.querySelector("canvas"), context = canvas.getContext("2d");
  const hint = document.querySelector("#hint"), calm = matchMedia("(prefers-reduced-motion: reduce)");
  const {columns, rows, reachX, reachY, isWheel} = card;
  const middle = (columns * rows - 1) / 2;
  // The still picture is the middle one, so it is not in the list of the others.
  const images = card.pictures.map((text, index) => {
    if (index === middle) return still;
    const image = new Image();
    image.src = "data:image/webp;base64," + text;
    return image;
  });

  const shown = {x: 0, y: 0}, target = {x: 0, y: 0};
  let source = "none", frame = 0, lastTime = 0, swayStart = null;

  // The two pictures of a row or column that are nearest to a tilt, and their shares. Browsers round a pose to
  // tenths of a degree: in steps of 1/64 a picture is shown unmixed where it should be.
  function nearest(tilt, reach, count) {
    const place = count > 1 ? (limited(tilt / reach, 1) + 1) / 2 * (count - 1) : 0;
    const index = Math.floor(place), share = Math.round((place - index) * 64) / 64;
    return [[index, 1 - share], [index + 1, share]].filter(([, part]) => part > 0);
  }

  function draw() {
    const parts = [];
    for (const [row, high] of nearest(shown.y, reachY, rows))
      for (const [column, wide] of nearest(shown.x, reachX, columns))
        parts.push([images[row * columns + column], high * wide]);
    if (!parts.every(([image]) => image.complete && image.naturalWidth)) return;
    context.globalCompositeOperation = "copy";
    for (const [image, share] of parts) {
      context.globalAlpha = share;
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      context.globalCompositeOperation = "lighter";
    }
  }

  // Moves what is shown towards the target, in a tenth of a second; without a delay for whom movement disturbs.
  function step(time) {
    frame = 0;
    if (source === "sway") sway(time);
    const share = calm.matches ? 1 : 1 - Math.exp(-Math.min(time - lastTime, 100) / 50);
    lastTime = time;
    for (const axis of ["x", "y"]) {
      shown[axis] += share * (target[axis] - shown[axis]);
      if (Math.abs(target[axis] - shown[axis]) < 0.02) shown[axis] = target[axis];
    }
    draw();
    if (source === "sway" || shown.x !== target.x || shown.y !== target.y)
      frame = requestAnimationFrame(step);
  }

  function begin() {
    if (frame) return;
    lastTime = performance.now() - 16;
    frame = requestAnimationFrame(step);
  }

  // A sensor's noise at rest is below the least change.
  function aim(x, y, least = 0) {
    x = columns > 1 ? limited(x, reachX) : 0;
    y = rows > 1 ? limited(y, reachY) : 0;
    if (Math.abs(x - target.x) <= least && Math.abs(y - target.y) <= least) return;
    Object.assign(target, {x, y});
    begin();
  }

  // Without any input the card sways by itself for about a minute, then rests.
  function sway(time) {
    swayStart ??= time;
    const rounds = (time - swayStart) / 7000, phase = 2 * Math.PI * rounds;
    const isOver = rounds >= 9;
    if (isOver) source = "none";
    target.x = columns > 1 && !isOver ? reachX * 0.8 * Math.sin(phase) : 0;
    target.y = rows > 1 && !isOver
      ? reachY * (columns > 1 ? 0.4 * Math.sin(2 * phase) : 0.8 * Math.sin(phase)) : 0;
  }

  // Motion. Columns of the rotation that takes the screen's axes x, y, z to the Earth's (east, north, up).
  function attitude({alpha, beta, gamma}) {
    const [a, b, c] = [alpha ?? 0, beta, gamma].map(radians);
    const [sa, ca, sb, cb, sc, cc] = [a, b, c].flatMap(angle => [Math.sin(angle), Math.cos(angle)]);
    const right = [ca * cc - sa * sb * sc, cc * sa + ca * sb * sc, -cb * sc];
    const top = [-cb * sa, ca * cb, sb];
    const out = [ca * sc + cc * sa * sb, sa * sc - ca * cc * sb, cb * cc];
    const turn = radians(screen.orientation?.angle ?? window.orientation ?? 0);
    const [s, k] = [Math.sin(turn), Math.cos(turn)];
    return {
      x: right.map((part, index) => k * part - s * top[index]),
      y: right.map((part, index) => s * part + k * top[index]), z: out
    };
  }

  let neutral = null, last = null, latest = null, held = 0;

  // Gravity gives both tilts. It does not see a turn of an upright screen to the left or right: there the
  // tilt follows the turn itself, and returns slowly to neutral.
  function orientationChanged(event) {
    if (event.beta === null || event.gamma === null) return;
    latest = event;
    const now = attitude(event), up = {x: now.x[2], y: now.y[2], z: now.z[2]};
    const seen = limited((Math.hypot(up.x, isWheel ? up.y : up.z) - 0.1) / 0.3, 1, 0);
    const x = degrees(Math.atan2(-up.x, isWheel ? up.y : up.z)), y = degrees(Math.atan2(up.y, up.z));
    if (!neutral) {
      if (source !== "motion") say("Tilt the card");
      neutral = {x: seen > 0 ? x : 0, y};
      [held, last, source] = [0, null, "motion"];
    }
    if (last && !isWheel) held += degrees(dot(last.x, now.z) - dot(last.z, now.x)) / 2;
    held += wrapped(x - neutral.x - held) * (seen < 1 ? 0.05 * seen * seen : 1);
    held -= held * 0.005 * (1 - seen);
    last = now;
    aim(held, wrapped(y - neutral.y), 0.1);
    if (Math.hypot(target.x, target.y) > 3) hideHint();
  }

  // The pointer, or a finger, which drags the card.
  let press = null;
  addEventListener("pointermove", event => {
    if (source === "motion" || event.pointerType === "touch" && !press) return;
    source = "pointer";
    const box = view.getBoundingClientRect();
    const x = press ? (event.clientX - press.x) / (box.width / 2) : event.clientX / innerWidth * 2 - 1;
    const y = press ? (event.clientY - press.y) / (box.height / 2) : event.clientY / innerHeight * 2 - 1;
    // The pointer is the viewer's eye; a finger pushes the edge down to which it moves.
    aim((press ? 1 : -1) * reachX * x * (isWheel && !press ? -1 : 1), -reachY * y);
    hideHint();
  });
  view.addEventListener("pointerdown", event => {
    if (event.pointerType === "touch") press = {x: event.clientX, y: event.clientY};
  });
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => {
      if (press && source === "pointer") aim(0, 0);
      press = null;
    });
  document.documentElement.addEventListener("pointerleave", () => {
    if (source === "pointer") aim(0, 0);
  });
  addEventListener("keydown", event => {
    const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[event.key];
    if (!way || source === "motion") return;
    source = "keys";
    aim(target.x + way[0] * reachX / 8, target.y + way[1] * reachY / 8);
    hideHint();
  });

  // A tap takes the present pose as neutral; where a browser asks the person for consent, it asks at a tap.
  const Motion = window.DeviceOrientationEvent;
  view.addEventListener("click", () => {
    if (source === "motion") {
      neutral = null;
      return orientationChanged(latest);
    }
    if (!Motion?.requestPermission) return;
    Motion.requestPermission().catch(() => "denied").then(answer => {
      if (answer !== "granted") say("Move a finger over the card");
    });
  });
  addEventListener("deviceorientation", orientationChanged);

  function say(words) { hint.textContent = words; hint.className = "seen"; }
  function hideHint() { hint.className = ""; }
  function limited(value, most, least = -most) { return Math.min(most, Math.max(least, value)); }
  function wrapped(angle) { return angle - 360 * Math.round(angle / 360); }
  function radians(angle) { return angle * Math.PI / 180; }
  function degrees(angle) { return angle * 180 / Math.PI; }
  function dot(one, other) { return one.reduce((sum, part, index) => sum + part * other[index], 0); }

  Promise.all(images.map(image => image.decode().catch(() => {}))).then(() => {
    draw();
    if (columns * rows === 1) return;
    if (source !== "none") return;
    if (!matchMedia("(pointer: coarse)").matches) say("Move the pointer over the card");
    else say(Motion?.requestPermission ? "Tap the card, then tilt it" : "Move a finger over the card");
    if (calm.matches) return;
    source = "sway";
    begin();
  });
})();
