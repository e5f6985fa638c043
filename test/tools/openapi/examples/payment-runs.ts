import { workOff } from "../../../support/batches.ts";
import type { RecordExamples, Recording } from "./recording.ts";

const path = "/v1.0/payment/run";

const newRun = {
	method: "POST",
	url: path,
	minute: 30,
	body: {
		name: "Vendors, week 47",
		resourceType: "INVOICE",
		resources: [
			{
				vendorId: "v-steel",
				invoiceNumber: "steel/2026/1001",
				amount: 100.1,
				utr: "HDFC000123456",
				ref: "row 2",
			},
			{ slug: "inv-2", amount: 5_000, ref: "row 3" },
			{ slug: "inv-999", amount: 1, ref: "row 4" },
		],
		leaveOut: ["ALREADY_RECORDED"],
	},
} as const;

const prepareRun = async ({ prepare }: Recording) =>
	`${path}/${(await prepare(newRun)).runId}`;

const unknown = `${path}/no-such-run`;

export const paymentRunExamples = {
	async createPaymentRun({ example }) {
		await example("created", "A list of three payments", newRun);
		await example("exists", "The same list again", { ...newRun, minute: 31 });
		await example("invalid", "An entry that names no invoice", {
			...newRun,
			body: { ...newRun.body, resources: [{ amount: 1 }] },
		});
	},
	async checkPaymentRun(recording) {
		const url = await prepareRun(recording);
		const { prepare, example } = recording;
		await example("checked", "One payment can be made, two cannot", {
			url: `${url}/check`,
		});
		await prepare({ method: "POST", url: `${url}/release` });
		await example("released", "The rows of a run that was released", {
			url: `${url}/check`,
		});
		await example("unknown", "No such run", { url: `${unknown}/check` });
	},
	async releasePaymentRun(recording) {
		const url = await prepareRun(recording);
		const { prepare, example, world } = recording;
		const release = { method: "POST", url: `${url}/release` } as const;
		await example("released", "A draft is released", {
			...release,
			minute: 40,
		});
		const body = { ...newRun.body, repeatOf: "again" };
		const other = await prepare({ ...newRun, body });
		await example("batchRuns", "Another batch runs", {
			method: "POST",
			url: `${path}/${other.runId}/release`,
		});
		await workOff(world);
		await prepare({ method: "POST", url: `${path}/${other.runId}/discard` });
		await example("discarded", "It was discarded", {
			method: "POST",
			url: `${path}/${other.runId}/release`,
		});
		await example("unknown", "No such run", {
			method: "POST",
			url: `${unknown}/release`,
		});
	},
	async discardPaymentRun(recording) {
		const url = await prepareRun(recording);
		const { prepare, example } = recording;
		await example("discarded", "A draft is discarded", {
			method: "POST",
			url: `${url}/discard`,
			minute: 40,
		});
		const body = { ...newRun.body, repeatOf: "again" };
		const { runId } = await prepare({ ...newRun, body });
		await prepare({ method: "POST", url: `${path}/${runId}/release` });
		await example("released", "It was released", {
			method: "POST",
			url: `${path}/${runId}/discard`,
		});
		await example("unknown", "No such run", {
			method: "POST",
			url: `${unknown}/discard`,
		});
	},
} satisfies { [operationId: string]: RecordExamples };
