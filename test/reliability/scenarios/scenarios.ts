import type { Scenario } from "../scenario.ts";
import { advanceScenarios } from "./advances.ts";
import { approvalScenarios } from "./approvals.ts";
import { batchScenarios } from "./batches.ts";
import { commandScenarios } from "./commands.ts";
import { deadLetterScenarios } from "./dead-letters/dead-letters.ts";
import { importScenarios } from "./imports.ts";
import { invoiceScenarios } from "./invoices.ts";
import { notificationScenarios } from "./notifications.ts";
import { operatorScenarios } from "./operator.ts";
import { orderScenarios } from "./orders.ts";
import { paymentRunScenarios } from "./payment-runs.ts";
import { paymentScenarios } from "./payments.ts";
import { readScenarios } from "./reads.ts";
import { recordScenarios } from "./records.ts";
import { reversalScenarios } from "./reversals.ts";
import { sessionScenarios } from "./sessions.ts";
import { stopScenarios } from "./stops.ts";
import { sweeperScenarios } from "./sweeper.ts";
import { voidScenarios } from "./voids.ts";

/** A batch from its acceptance to its end. */
export const wholeBatchScenarios: readonly Scenario[] = [
	...batchScenarios,
	...sweeperScenarios,
	...deadLetterScenarios,
];

/** What people do with a batch: they release it as a payment run, or stop it. */
export const runAndStopScenarios: readonly Scenario[] = [
	...stopScenarios,
	...paymentRunScenarios,
];

/** What moves money. */
export const moneyScenarios: readonly Scenario[] = [
	...paymentScenarios,
	...wholeBatchScenarios,
	...runAndStopScenarios,
	...invoiceScenarios,
	...voidScenarios,
	...reversalScenarios,
	...advanceScenarios,
	...approvalScenarios,
];

export const otherScenarios: readonly Scenario[] = [
	...recordScenarios,
	...orderScenarios,
	...readScenarios,
	...importScenarios,
	...operatorScenarios,
	...commandScenarios,
	...sessionScenarios,
	...notificationScenarios,
];

/**
 * Every endpoint, the worker, the sweeper, the mailer and the publisher, and every command: `scenarios.test.ts`
 * fails when an endpoint or a command has none.
 */
export const scenarios: readonly Scenario[] = [
	...moneyScenarios,
	...otherScenarios,
];
