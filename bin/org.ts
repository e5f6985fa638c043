import { tolerateBrokenPipe } from "../tools/operator/cli/output.ts";
import { runCommandLine } from "../tools/operator/cli/run-command-line.ts";

// Only the owner may read the files of the local store, as with `npm start`.
process.umask(0o077);
tolerateBrokenPipe();
process.exitCode = await runCommandLine(process.argv.slice(2));
