import type { Logger } from "./logger.ts";
import type { EmitMetrics } from "./metrics.ts";

/** Where log lines and metrics go. */
export interface Observers {
	logger: Logger;
	emitMetrics: EmitMetrics;
}
