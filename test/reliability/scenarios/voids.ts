import { expect } from "vitest";
import { before } from "../../support/aws-gateway/faults/effects.ts";
import { storedInvoice } from "../../support/created-invoices.ts";
import type { Answer } from "../../support/world.ts";
import { startFaultyProcess } from "../faults/faulty-process.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import { paysAs, succeeds } from "./expected.ts";
import { patchInvoice, preparedInvoice } from "./invoices.ts";

type Request = (user: User) => Promise<Answer>;

const payOne = (user: User, id: string) =>
	user.pay("k", [{ slug: id, amount: 40 }]);
const voidOne = (user: User, id: string) =>
	patchInvoice(user, id, { state: "VOID" });

/**
 * Another process sends its request between the last read and the write of the user's.
 *
 * @returns The answer to the user, then that to the other one, which sends nothing if a fault keeps the user from writing.
 */
async function withRequestBeforeWrite(
	user: User,
	{ own, other }: { own: Request; other: Request },
): Promise<[Answer, Answer | undefined]> {
	const { process, world } = user;
	const otherUser = user.over(startFaultyProcess(world));
	let answerToOther: Answer | undefined;
	world.gateway.faults.add({
		accessKeyId: process.accessKeyId,
		operation: "BatchExecuteStatement",
		times: 1,
		effect: before(async () => {
			answerToOther = await other(otherUser);
		}),
	});
	return [await own(user), answerToOther];
}

/** The patch is refused if the payment is recorded, and the payment if the invoice is void. */
const excludeEachOther = async (
	[paid, patched]: readonly Answer[],
	{ world }: User,
	id: string,
) => {
	const isPaid = paid?.body.data.results[0].status === "DONE";
	expect(patched?.status).toBe(isPaid ? 409 : 200);
	const { payments } = await storedInvoice(world, id);
	expect(payments).toBe(isPaid ? 1 : 0);
};

/** Exactly one of a concurrent void and payment happens. */
export const voidScenarios: Scenario[] = [
	scenario({
		name: "an invoice is voided",
		prepare: preparedInvoice({ state: "APPROVED" }),
		act: voidOne,
		expected: succeeds({ state: "VOID", version: 2 }),
	}),
	scenario({
		name: "an invoice is voided while it is paid",
		prepare: preparedInvoice({ state: "APPROVED" }),
		act: (user, id) => Promise.all([payOne(user, id), voidOne(user, id)]),
		expected: excludeEachOther,
		isRace: true,
	}),
	scenario({
		name: "an invoice is voided before its payment is written",
		prepare: preparedInvoice({ state: "APPROVED" }),
		act: (user, id) =>
			withRequestBeforeWrite(user, {
				own: (payer) => payOne(payer, id),
				other: (other) => voidOne(other, id),
			}),
		async expected([paid, voided], { world }, id) {
			paysAs("LOCK_HELD")(paid);
			expect(voided?.status).toBe(200);
			const invoice = await storedInvoice(world, id);
			expect(invoice).toMatchObject({ state: "VOID", payments: 0 });
		},
		isRace: true,
	}),
	scenario({
		name: "an invoice is paid before its void is written",
		prepare: preparedInvoice({ state: "APPROVED" }),
		act: (user, id) =>
			withRequestBeforeWrite(user, {
				own: (editor) => voidOne(editor, id),
				other: (other) => payOne(other, id),
			}),
		async expected([voided, paid], { world }, id) {
			expect(voided.status).toBe(409);
			expect(paid?.body.data.results[0].status).toBe("DONE");
			const invoice = await storedInvoice(world, id);
			expect(invoice).toMatchObject({ state: "APPROVED", payments: 1 });
		},
		isRace: true,
	}),
];
