import type { Scenario } from "../scenario.ts";
import { advanceScenarios } from "./advances.ts";
import { batchScenarios } from "./batches.ts";
import { notificationScenarios } from "./notifications.ts";
import { operatorScenarios } from "./operator.ts";
import { paymentScenarios } from "./payments.ts";
import { readScenarios } from "./reads.ts";
import { recordScenarios } from "./records.ts";

/** Every endpoint, the worker, the sweeper, the mailer and the publisher, and every command that writes. */
export const scenarios: readonly Scenario[] = [
	...paymentScenarios,
	...batchScenarios,
	...recordScenarios,
	...advanceScenarios,
	...readScenarios,
	...operatorScenarios,
	...notificationScenarios,
];
