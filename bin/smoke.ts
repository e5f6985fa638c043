import { tolerateBrokenPipe } from "../tools/operator/cli/output.ts";
import { runSmoke } from "../tools/operator/smoke/run-smoke.ts";

tolerateBrokenPipe();
// Not killed by the first Ctrl-C: the organization is deleted before the end.
const interruption = new AbortController();
const interrupt = () => interruption.abort();
process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
process.exitCode = await runSmoke(process.argv.slice(2), interruption.signal);
process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
