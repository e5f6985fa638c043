import { tolerateBrokenPipe } from "../operator/cli/output.ts";
import { runCommandLine } from "../operator/cli/run-command-line.ts";

tolerateBrokenPipe();
process.exitCode = await runCommandLine(process.argv.slice(2));
