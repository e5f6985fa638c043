import { tolerateBrokenPipe } from "../tools/operator/cli/output.ts";
import { runCommandLine } from "../tools/operator/cli/run-command-line.ts";

tolerateBrokenPipe();
process.exitCode = await runCommandLine(process.argv.slice(2));
