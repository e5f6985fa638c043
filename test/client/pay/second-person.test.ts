import { describe, expect, it } from "vitest";
import { acme } from "../../support/acme.ts";
import { testKey } from "../../support/world.ts";
import {
	allPaid,
	openOffice,
	paidOf,
	payments,
	runsOf,
} from "./support/payments.ts";

const otherKey = "key-of-another-person";
const clerkKey = "key-of-a-clerk";

const office = () => {
	const { org, users, apiKeys } = acme();
	const [admin] = apiKeys;
	if (!admin) throw new Error("The organization has a key");
	return openOffice({
		org: { ...org, secondPersonFrom: 2_000 },
		users: [
			...users,
			{ id: "u-other", name: "Other", role: "ADMIN" },
			{ id: "u-clerk", name: "Clerk", role: "MEMBER" },
		],
		apiKeys: [
			admin,
			{ ...admin, key: otherKey, userId: "u-other" },
			{
				...admin,
				...{ key: clerkKey, userId: "u-clerk" },
				permissions: admin.permissions.filter(
					(one) => one !== "payments:release",
				),
			},
		],
	});
};

describe("a run that another person must release", () => {
	it("is prepared, and released by the other", async () => {
		const { world, desk } = await office();
		desk.write("a.csv", payments);
		const prepared = await desk.run(["pay", "a.csv", "--yes"]);
		const [run] = await runsOf(world);
		const runId = run?.runId ?? "";
		expect(prepared.exitCode).toBe(3);
		expect(prepared.output).toContain(
			[
				`The payment run ${runId} is ready, and another person must release it. Nothing is paid until then.`,
				"Ask a colleague who may release payments to open it in the console, or to run:",
				`  procurement-payments-client pay --release ${runId} --url http://127.0.0.1`,
			].join("\n"),
		);
		const own = await desk.run(["pay", "--release", runId, "--yes"]);
		expect(own).toMatchObject({ exitCode: 3 });
		expect(await paidOf(world)).toEqual({});
		const results = ["--results", "results.csv"];
		const other = await desk.run(["pay", "--release", runId, ...results], {
			apiKey: otherKey,
			answers: ["yes"],
		});
		expect(other).toMatchObject({ exitCode: 0 });
		expect(other.output).toContain("Paid: 4 payments, ₹ 2,005.50");
		expect(await paidOf(world)).toEqual(allPaid);
		expect((await desk.cells("results.csv"))[1]?.slice(0, 5)).toEqual([
			...["2", "st-1", "Steel Traders", "ST/1", "1000"],
		]);
		const after = await desk.run(["pay", "a.csv"]);
		expect(after.output).toContain("This file was released by u-other");
		expect(after).toMatchObject({ exitCode: 0 });
		const again = ["pay", "--release", runId, ...results];
		expect(await desk.run(again)).toMatchObject({ exitCode: 0 });
	});

	it("is not one below the organization's limit", async () => {
		const { world, desk } = await office();
		desk.write("a.csv", payments.replace("1,000.00", "900.00"));
		expect(await desk.run(["pay", "a.csv"])).toMatchObject({ exitCode: 0 });
		expect(await paidOf(world)).toMatchObject({ "st-1": 900 });
	});

	it("is every run of a key that may not release", async () => {
		const { world, desk } = await office();
		desk.write("a.csv", payments.replace("1,000.00", "900.00"));
		const apiKey = clerkKey;
		expect(await desk.run(["pay", "a.csv"], { apiKey })).toMatchObject({
			exitCode: 3,
		});
		const [run] = await runsOf(world);
		const release = ["pay", "--release", run?.runId ?? ""];
		const results = ["--results", "results.csv"];
		expect(
			await desk.run([...release, ...results], { apiKey: testKey }),
		).toMatchObject({ exitCode: 0 });
	});
});

describe("--release", () => {
	it("refuses a run that does not exist, and one that was discarded", async () => {
		const { world, desk } = await office();
		const none = await desk.run(["pay", "--release", "NONE"]);
		expect(none).toMatchObject({
			exitCode: 2,
			errors:
				"There is no payment run NONE: it has expired, or is of another organization",
		});
		desk.write("a.csv", payments);
		await desk.run(["pay", "a.csv", "--dry-run"]);
		const [run] = await runsOf(world);
		const { runId = "" } = run ?? {};
		expect(await desk.run(["pay", "--release", runId])).toMatchObject({
			exitCode: 4,
			errors: `The payment run ${runId} was discarded. Nothing was paid`,
		});
	});
});
