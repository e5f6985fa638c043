import { beforeAll, expect, it } from "vitest";
import { forEachConcurrently } from "../../../shared/timing/concurrently.ts";
import { acme } from "../../support/acme.ts";
import { pay } from "../../support/pay.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import { type Combination, combinations } from "./combinations.ts";

const choices = {
	state: ["DRAFTED", "APPROVED", "VOID", "ON_HOLD"],
	due: [100, 40],
	platformPaymentInFlight: [false, true],
	lock: ["none", "held", "expired"],
	operation: [
		{ pay: 10 },
		{ pay: 50 },
		{ pay: 101 },
		{ patch: {} },
		{ patch: { state: "DRAFTED" } },
		{ patch: { state: "APPROVED" } },
		{ patch: { state: "VOID" } },
		{ patch: { amount: 100 } },
		{ patch: { amount: 70 } },
		{ patch: { description: "new" } },
		{ patch: { state: "DRAFTED", amount: 70 } },
		{ patch: { state: "APPROVED", description: "new" } },
		{ patch: { state: "VOID", description: "new" } },
	],
} as const;
interface Operation {
	pay?: number;
	patch?: { state?: string; amount?: number; description?: string };
}
type Case = Combination<typeof choices> & { operation: Operation };

const cases: Case[] = combinations(choices);
const slugOf = (one: Case) => `inv-${cases.indexOf(one)}`;
const ends = { held: "2026-11-21T11:00:00Z", expired: "2026-11-21T09:00:00Z" };

const world = useSharedWorld();
beforeAll(async () => {
	const invoices = cases.map((one) => ({
		slug: slugOf(one),
		vendorId: "v-1",
		state: one.state,
		amount: 100,
		due: one.due,
		platformPaymentInFlight: one.platformPaymentInFlight,
		...(one.lock !== "none" && {
			lock: { holder: "web", expiresAt: ends[one.lock] },
		}),
	}));
	await world.import(acme({ invoices }));
});

/** Spec 4.4 and 7.4, in the order of `payments.md`. */
function expectedOfPayment(one: Case, amount: number): string {
	if (one.lock === "held") return "LOCK_HELD";
	if (one.state !== "APPROVED") return "INVALID_STATE";
	if (one.platformPaymentInFlight) return "PLATFORM_PAYMENT_IN_FLIGHT";
	return amount > one.due ? "AMOUNT_EXCEEDS" : "DONE";
}

/** R5, "PATCH". */
function expectedOfPatch(
	one: Case,
	patch: NonNullable<Operation["patch"]>,
): 200 | 409 {
	const next = patch.state ?? one.state;
	const isUnpaid = one.due === 100;
	const mayVoid =
		isUnpaid && !one.platformPaymentInFlight && one.lock !== "held";
	const allowed = [
		`${one.state} ${one.state}`,
		"DRAFTED APPROVED",
		"VOID DRAFTED",
		...(mayVoid ? ["DRAFTED VOID", "APPROVED VOID"] : []),
	];
	const isNewAmount = patch.amount === 70;
	const isChanged = isNewAmount || patch.description !== undefined;
	if (one.state === "ON_HOLD") return 409;
	if (!allowed.includes(`${one.state} ${next}`)) return 409;
	if (isChanged && one.state !== "DRAFTED" && next !== "DRAFTED") return 409;
	return isNewAmount && !isUnpaid ? 409 : 200;
}

const read = async (slug: string) =>
	(await world.get(`/v1.0/invoice/${slug}`)).body.data;

it.each(choices.operation)(
	"4.4, R5: in every combination of state, due, lock and platform payment: %j",
	async (operation) => {
		const own = cases.filter((one) => one.operation === operation);
		expect(own).toHaveLength(48);
		await forEachConcurrently(own, 4, async (one) => {
			const slug = slugOf(one);
			const label = JSON.stringify(one);
			const before = await read(slug);
			const { pay: amount, patch } = one.operation;
			if (amount !== undefined) {
				const expected = expectedOfPayment(one, amount);
				const { body } = await pay(world, [{ slug, amount }]);
				const [{ status, reason = status }] = body.data.results;
				expect([label, reason]).toEqual([label, expected]);
				const { due } = await read(slug);
				const paid = expected === "DONE" ? amount : 0;
				expect([label, due]).toEqual([label, one.due - paid]);
				return;
			}
			const { status } = await world.patch(`/v1.0/invoice/${slug}`, patch);
			const expected = expectedOfPatch(one, patch ?? {});
			expect([label, status]).toEqual([label, expected]);
			const after = await read(slug);
			if (expected === 409) expect(after).toEqual(before);
			else expect(after.state).toBe(patch?.state ?? one.state);
		});
	},
);
