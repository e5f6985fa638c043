import { expect, it } from "vitest";
import { jsonBytes } from "../../../shared/json/response-size.ts";
import { lambdaAnswerMaxBytes } from "../../support/answer-bytes.ts";
import {
	decideByLink,
	raiseAndMail,
	readLink,
	tokenOf,
	withMails,
} from "../../support/approval-page.ts";
import { acmeWithApprovers, approver } from "../../support/approvers.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() => ({
	...acmeWithApprovers([approver("u-1"), approver("u-2")]),
	tags: [{ slug: "t", name: "T", type: "VARCHAR" as const }],
}));

/** In an answer of Lambda, 0.76 MB each. */
const values = ['"', "\\", '"', "\\", '"'].map((one) => one.repeat(190_000));
const headersMaxBytes = 1_000;

it("A9: the history ends where the answer is full", async () => {
	const id = await raiseAndMail(world);
	for (const [index, value] of values.entries()) {
		const token = tokenOf(world, "u-1");
		await decideByLink(world, token, { decision: "RETURN", note: "Why?" });
		const path = `/v1.0/payment/request/${id}/resubmission`;
		const body = { amount: 100, vendorId: "v-1", tags: { t: { value } } };
		await withMails(world, async () => {
			const ifMatch = 2 * index + 2;
			expect((await world.post(path, body, { ifMatch })).status).toBe(200);
		});
	}
	const token = tokenOf(world, "u-1");
	const read = await readLink(world, token);
	const decided = await decideByLink(world, token, { decision: "APPROVE" });
	const latest = { action: "APPROVED", round: 6 };
	expect(decided.body.data.history[0]).toMatchObject(latest);
	for (const { status, text, body } of [read, decided]) {
		expect(status).toBe(200);
		const bytes = jsonBytes(text) + headersMaxBytes;
		expect(bytes).toBeLessThan(lambdaAnswerMaxBytes);
		// The resubmission before it would be too much.
		const earliest = { action: "STAGE_OPENED", round: 4 };
		expect(body.data.history.at(-1)).toMatchObject(earliest);
	}
});
