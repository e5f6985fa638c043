import { expect, it } from "vitest";
import { approversMax } from "../../../shared/payment-requests/stages/approval-stage.ts";
import {
	acmeWithApprovers,
	approver,
	recipientsOf,
	recordsOfAdvance,
} from "../../support/approvers.ts";
import { logged } from "../../support/logged.ts";
import { deliverToMailer } from "../../support/notify.ts";
import { useWorld } from "../../support/use-world.ts";

const ids = Array.from({ length: approversMax }, (_, index) => `u-${index}`);
const mailsPerInvocation = approversMax / 5;
const world = useWorld(() => acmeWithApprovers(ids.map((id) => approver(id))));

it(`${approversMax} approvers of a stage get one mail each, in as many invocations as that takes`, async () => {
	const records = await recordsOfAdvance(world);
	let invocations = 0;
	let isDone = false;
	while (!isDone) {
		invocations += 1;
		let sent = 0;
		const context = {
			...world.lambdaContext(),
			getRemainingTimeInMillis: () =>
				sent < mailsPerInvocation ? 29_000 : 7_999,
		};
		const outcome = await deliverToMailer(world, records, {
			context,
			onMail: () => {
				sent += 1;
			},
		});
		isDone = outcome.batchItemFailures.length === 0;
		expect(invocations).toBeLessThan(10);
	}
	expect(recipientsOf(world)).toEqual(
		ids.map((id) => `${id}@acme.example`).toSorted(),
	);
	const lines = logged(world, "Mails");
	expect(lines).toHaveLength(invocations);
	// What is left for the next invocation is no error.
	expect(new Set(lines.map(({ level }) => level))).toEqual(new Set(["INFO"]));
	// One mail may already be on its way when the time gets short.
	for (const { results } of lines.slice(0, -1)) {
		expect(results.LATER).toBeGreaterThan(0);
		expect([mailsPerInvocation, mailsPerInvocation + 1]).toContain(
			results.SENT,
		);
	}
});
