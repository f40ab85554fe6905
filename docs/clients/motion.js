#!/usr/bin/env node
// Prints the tilt of a running `lenticule serve`: motion.js [SOCKET [HZ]]
"use strict";
const fs = require("node:fs");
const net = require("node:net");
const readline = require("node:readline");

// Your own service's socket, and that of root and the system's service.
const usual = [(process.env.XDG_RUNTIME_DIR ?? "") + "/lenticule/motion.sock", "/run/lenticule/motion.sock"];
const path = process.argv[2] ?? usual.find(fs.existsSync) ?? usual[1];
const hz = Number(process.argv[3] ?? 60);

const connection = net.createConnection(path);
connection.on("error", (error) => {
    console.error("motion.js: " + error.message);
    process.exitCode = 1;
});
connection.write(JSON.stringify({ subscribe: "state", hz }) + "\n");

readline.createInterface({ input: connection }).on("line", (line) => {
    const message = JSON.parse(line);
    if ("error" in message) {
        console.error("motion.js: " + message.error);
        process.exitCode = 1;
    } else if ("lenticule" in message) {
        console.log("sensor: " + message.device);
    } else if ("q" in message) {
        console.log(`tilt ${message.tilt_deg} pitch ${message.pitch_deg} roll ${message.roll_deg}`);
    }
});
