/** A queue engine on the directory that the command line names, to be killed. */
import { startQueueEngine } from "../../../tools/local/queue-engine.ts";

const [directory = ""] = process.argv.slice(2);
const { url } = await startQueueEngine({ directory });
console.log(url);
