import { join } from "node:path";
import { systemClock } from "../../shared/environment/clock.ts";
import { taskRoot } from "../../shared/environment/config.ts";
import { newUlid } from "../../shared/environment/ids.ts";
import { connectObservers } from "../dependencies.ts";
import { consoleEndpoint } from "./endpoint.ts";

export const handler = consoleEndpoint({
	pageFolder: join(taskRoot(), "page"),
	clock: systemClock,
	newId: newUlid,
	...connectObservers(),
});
