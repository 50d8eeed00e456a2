#!/usr/bin/env node
// Becomes the Deno that npm installed beside it, which runs the command.
"use strict";
const { spawn } = require("node:child_process");
const path = require("node:path");

const isTerminal = process.stderr.isTTY && !process.argv.includes("--quiet");
if (isTerminal) process.stderr.write("… starting; the first time takes a few seconds");

const deno = require("deno/install_api.cjs").runInstall();
const env = {
  ...process.env,
  DENO_NO_UPDATE_CHECK: "1",
  INIT_CWD: process.cwd(),
  PATH: [path.dirname(deno), process.env.PATH].join(path.delimiter), // where the sandbox looks for it
  CONVICTION_STARTED_BY: process.env.npm_lifecycle_event === "npx" ? "npx @conviction/conviction" : "conviction",
};
const { flags } = require("./launch.json");
const here = (name) => path.join(__dirname, name);
const args = ["run", ...flags, "--config", here("deno.json"), here("packages/npm/cli.js"), ...process.argv.slice(2)];

if (process.execve !== undefined && process.platform !== "win32") {
  process.emitWarning = () => {}; // that it is experimental
  process.execve(deno, [deno, ...args], env);
}
const child = spawn(deno, args, { stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", ({ message }) => {
  console.error(`error: Cannot start ${deno}: ${message}`);
  process.exitCode = 1;
});
child.on("exit", (code, signal) => {
  if (signal === null) return process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
