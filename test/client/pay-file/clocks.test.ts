import { expect, it } from "vitest";
import { localTime } from "../../../client/src/pay-file/output/report.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { batchMin, workOff } from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";
import { leaveEndUnstored } from "../support/leave-end-unstored.ts";
import { mortal } from "./support/mortal.ts";
import { paymentsFileIn } from "./support/pay-in-world.ts";

const hour = 3_600;
const csv = "slug,amount,utr\ninv-0,10,U0\n";
const world = useWorld(() => {
	const lock = {
		holder: "web",
		expiresAt: new Date(testNow.getTime() + 10_000).toISOString(),
	};
	const file = acme({
		invoices: [
			...payableInvoices(2),
			{ slug: "locked", state: "APPROVED", amount: 100, lock },
		],
	});
	const permissions = ["payments:mark-paid", "organization:read"] as const;
	file.apiKeys.push(
		...file.apiKeys.map((one) => ({
			...one,
			key: "payments-only-key",
			permissions: [...permissions],
		})),
	);
	return file;
});

/** The amounts that are recorded as paid. */
const paid = async (slug = "inv-0") =>
	(await invoiceState(world, slug)).payments.map(({ amount }) =>
		Number(amount),
	);

const wrongBy = [-23.5, -5.5, 5.5, 23.5];
/** Then the journal has the times of the machine's clock. */
const sendsDate = false;

it.each(wrongBy)(
	"11.4: the clock of the run that was killed was %s hours ahead; run again a day later, the row is paid once",
	async (hours) => {
		const file = paymentsFileIn(world, csv);
		const hoursAhead = () => hours;
		const process = mortal(3, "AFTER");
		await file.run([], { process, hoursAhead, sendsDate });
		expect(await paid()).toEqual([10]);
		passSeconds(world, 24.5 * hour);
		const { exitCode } = await file.run([], { sendsDate });
		expect(exitCode).toBe(0);
		expect(await paid()).toEqual([10]);
	},
);

it.each(wrongBy)(
	"11.4: the clock of the run that was killed was %s hours ahead; run again a minute later, before its request arrives, the row is paid once",
	async (hours) => {
		const file = paymentsFileIn(world, csv);
		const hoursAhead = () => hours;
		const process = mortal(3, "HALFWAY");
		const killed = await file.run([], { process, hoursAhead, sendsDate });
		passSeconds(world, 60);
		// How long ago the request was sent is not known: the clock was ahead.
		const args = hours > 0 ? ["--resume"] : [];
		const { exitCode } = await file.run(args, { sendsDate });
		await killed.deliverLate();
		expect(exitCode).toBe(0);
		expect(await paid()).toEqual([10]);
	},
);

it.each([-23.5, 23.5])(
	"11.4: the clock is changed by %s hours while a run waits for an outcome: the rows are paid once",
	async (hours) => {
		const file = paymentsFileIn(
			world,
			"slug,amount,utr\ninv-0,10,\nlocked,10,\n",
		);
		leaveEndUnstored(world);
		let hoursAhead = 0;
		const sentAt: number[] = [];
		const { exitCode } = await file.run([], {
			hoursAhead: () => hoursAhead,
			onPause: async () => {
				hoursAhead = hours;
			},
			faultOf: (_, { method }) => {
				if (method === "GET") return undefined;
				sentAt.push(world.time.now.getTime());
				return sentAt.length === 1 ? "DROP_ANSWER" : undefined;
			},
		});
		expect(exitCode).toBe(0);
		const [first = 0, second = 0] = sentAt;
		expect(sentAt).toHaveLength(2);
		// Not before the attempt is settled, and at once then.
		expect(second - first).toBeGreaterThanOrEqual(329_000);
		expect(second - first).toBeLessThan(340_000);
		expect(await paid()).toEqual([10]);
		expect(await paid("locked")).toEqual([10]);
	},
);

it("11.4: a batch that the service has forgotten is found by its payments", async () => {
	await world.import(acme({ invoices: payableInvoices(batchMin).slice(2) }));
	const rows = Array.from(
		{ length: batchMin },
		(_, index) => `inv-${index},10`,
	);
	const file = paymentsFileIn(world, `slug,amount,utr\n${rows.join(",\n")},`);
	const process = mortal(3, "AFTER");
	await file.run([], { process, hoursAhead: () => 5.5 });
	await workOff(world);
	passSeconds(world, 24.5 * hour);
	expect(await file.run()).toMatchObject({ exitCode: 0 });
	expect(await paid(`inv-${batchMin - 1}`)).toEqual([10]);
});

it("11.4: nothing is sent again when the API key may not read the payments", async () => {
	const file = paymentsFileIn(world, csv);
	await file.run([], { process: mortal(3, "BEFORE") });
	const { exitCode, errors, sent } = await file.run([], {
		apiKey: "payments-only-key",
	});
	expect(exitCode).toBe(4);
	expect(errors).toContain("lacks the permission invoices:read");
	expect(sent.map(({ method }) => method)).not.toContain("POST");
	expect(file.results()).toMatchObject([{ status: "OPEN" }]);
	expect(await file.run()).toMatchObject({ exitCode: 0 });
	expect(await paid()).toEqual([10]);
});

it("11.4: the rest of a file is paid without --resume within a day, and only with it later, regardless of the machines' clocks", async () => {
	for (const [hours, exitCode] of [
		[23, 0],
		[25, 2],
	] as const)
		for (const hoursAhead of [-23.5, 0, 23.5]) {
			await world.reopen();
			const file = paymentsFileIn(
				world,
				"slug,amount,utr\ninv-0,10,\nlocked,10,\n",
			);
			const process = mortal(3, "AFTER");
			await file.run([], { process, hoursAhead: () => hoursAhead });
			passSeconds(world, hours * hour);
			const again = await file.run([], { hoursAhead: () => -hoursAhead });
			expect({ hours, hoursAhead, exitCode: again.exitCode }).toEqual({
				hours,
				hoursAhead,
				exitCode,
			});
		}
});

it("11.4: a request that a run was killed before sending more than a day ago is sent only with --resume", async () => {
	const file = paymentsFileIn(world, csv);
	await file.run([], { process: mortal(3, "BEFORE") });
	const sentAt = localTime(world.time.now.getTime());
	passSeconds(world, 25 * hour);
	const again = await file.run();
	expect(again.exitCode).toBe(2);
	expect(again.errors).toBe(
		`A payment of this file that was sent on ${sentAt} has not arrived. Others may have paid its rows by other means since. If they are still to be paid, use --resume`,
	);
	expect(again.sent.map(({ method }) => method)).not.toContain("POST");
	expect(file.results()).toMatchObject([{ status: "OPEN" }]);
	await file.run(["--resume"], { process: mortal(3, "BEFORE") });
	passSeconds(world, hour);
	// The day begins again with each sending.
	expect((await file.run()).exitCode).toBe(0);
	expect(await paid()).toEqual([10]);
});

it("11.4: a run that seems to be in the future is not continued without --resume: without the service's time, the clock was set back", async () => {
	const file = paymentsFileIn(
		world,
		"slug,amount,utr\ninv-0,10,\nlocked,10,\n",
	);
	const process = mortal(3, "AFTER");
	await file.run([], { process, sendsDate, hoursAhead: () => 1 });
	const again = await file.run([], { sendsDate });
	expect(again.exitCode).toBe(2);
	expect(again.errors).toContain("use --resume");
	expect(await paid("locked")).toEqual([]);
	expect((await file.run(["--resume"], { sendsDate })).exitCode).toBe(0);
});
