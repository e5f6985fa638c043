import { expect } from "vitest";
import {
	fullAdvance,
	plainAdvance,
	storedAdvance,
} from "../../functions/vendor-advance/advances.ts";
import type { Answer } from "../../support/world.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import { answersInAnyOrder, isRefused } from "./expected.ts";

/** The advance is stored in this state. */
const isRaised =
	(state: string) =>
	async ({ status, body }: Answer, { world }: User) => {
		expect(status).toBe(200);
		const { paymentRequest } = await storedAdvance(
			world,
			body.data.paymentRequestId,
		);
		expect(paymentRequest).toMatchObject({ state });
	};

export const advanceScenarios: Scenario[] = [
	scenario({
		name: "an advance is approved at once",
		act: (user) => user.raise("k", plainAdvance),
		expected: isRaised("APPROVED"),
	}),
	scenario({
		name: "an advance with approvers takes an order",
		act: (user) => user.raise("k", fullAdvance),
		expected: isRaised("PENDING"),
	}),
	scenario({
		name: "an advance for an order that has one is refused",
		prepare: (user) => user.raise("earlier", fullAdvance),
		act: (user) => user.raise("k", fullAdvance),
		expected: isRefused(400, "VALIDATION_ERROR"),
	}),
	scenario({
		name: "two advances want one order at once",
		act: (user) =>
			Promise.all([
				user.raise("k1", fullAdvance),
				user.raise("k2", fullAdvance),
			]),
		expected: answersInAnyOrder(200, 400),
	}),
	scenario({
		name: "an advance is sent twice at once under one key",
		act: (user) =>
			Promise.all([user.raise("k", fullAdvance), user.raise("k", fullAdvance)]),
		expected: answersInAnyOrder(200, 409),
	}),
	scenario({
		name: "an advance with a wrong tax is refused",
		act: (user) => user.raise("k", { ...fullAdvance, gstAmount: 1 }),
		expected: isRefused(400, "VALIDATION_ERROR"),
	}),
	scenario({
		name: "an invalid advance is refused",
		act: (user) => user.raise("k", { ...plainAdvance, amount: -1 }),
		expected: isRefused(400, "VALIDATION_ERROR"),
	}),
];
