import { expect, it } from "vitest";
import { approversMax } from "../../../shared/approvals/approval-stage.ts";
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
	expect(invocations).toBe(5);
	expect(recipientsOf(world)).toEqual(
		ids.map((id) => `${id}@acme.example`).toSorted(),
	);
	// What is left for the next invocation is no error.
	const lines = logged(world, "Mails");
	expect(lines.map(({ level }) => level)).toEqual(Array(5).fill("INFO"));
	expect(lines[1].results).toEqual({
		SENT_BEFORE: mailsPerInvocation,
		SENT: mailsPerInvocation,
		LATER: 3 * mailsPerInvocation,
	});
});
