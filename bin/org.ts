import { tolerateBrokenPipe } from "../tools/operator/cli/output.ts";
import { runCommandLine } from "../tools/operator/cli/run-command-line.ts";

// The local store's files are its owner's alone, as with `npm start`.
process.umask(0o077);
tolerateBrokenPipe();
process.exitCode = await runCommandLine(process.argv.slice(2));
