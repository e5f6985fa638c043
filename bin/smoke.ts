import { tolerateBrokenPipe } from "../tools/operator/cli/output.ts";
import { runSmoke } from "../tools/operator/smoke/run-smoke.ts";

tolerateBrokenPipe();
// The first Ctrl-C does not kill the process, so that it still deletes its organization.
const interruption = new AbortController();
const interrupt = () => interruption.abort();
process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
process.exitCode = await runSmoke(process.argv.slice(2), interruption.signal);
process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
