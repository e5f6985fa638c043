#!/usr/bin/env node
import { existsSync } from "node:fs";

// npm links a command only to a file that exists when it installs, which in this repository is before the build.
const built = new URL("../dist/pay/bin.js", import.meta.url);
if (existsSync(built)) await import(built.href);
else {
	process.stderr.write("Build the client first: npm run build -w client\n");
	process.exitCode = 2;
}
