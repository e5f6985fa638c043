import { resourcesSyncMax } from "../../../../shared/batches/payment-batch.ts";
import { deliver, workOff } from "../../../support/batches.ts";
import { deliverToPublisher } from "../../../support/notify.ts";
import { passSeconds } from "../../../support/pass-time.ts";
import { recordsOf } from "../../../support/stream-records.ts";
import { batch } from "./organization.ts";
import type { RecordExamples, Recording } from "./recording.ts";

const path = "/v1.0/payment/mark-as-paid";
const payments = { method: "POST", url: path, minute: 30 } as const;
const resource = { slug: "inv-1001", amount: 100.1, utr: "HDFC000123456" };
const idempotencyKey = "2a6f1c9e-payment";

const toBody = (...resources: object[]) => ({
	resourceType: "INVOICE",
	resources,
});

export const newPayment = {
	...payments,
	body: toBody(resource, { slug: "inv-999", amount: 1 }),
	idempotencyKey,
};

const newBatch = {
	...payments,
	body: toBody(...batch),
	isBodyLeftOut: true,
	idempotencyKey: "9be4d017-batch",
} as const;

async function prepareBatch({ prepare }: Recording): Promise<string> {
	const { bulkActionSlug } = await prepare(newBatch);
	return bulkActionSlug;
}

async function payAll({ world }: Recording) {
	passSeconds(world, 60);
	await workOff(world);
}

export const paymentExamples = {
	async markAsPaid({ example }) {
		await example("paid", "One paid in part, one unknown", newPayment);
		await example("nothingPaid", "Nothing was paid", {
			...payments,
			body: toBody({ ...resource, amount: 5_000 }),
			idempotencyKey: "7d21b6aa-payment",
		});
		await example("repeated", "A repeated idempotency key", {
			...payments,
			body: toBody(resource),
			idempotencyKey,
		});
		await example("noKey", "No idempotency key", {
			...payments,
			body: toBody(resource),
		});
		await example(
			"accepted",
			`More than ${resourcesSyncMax} resources are accepted as a batch (their request is left out)`,
			newBatch,
		);
	},
	async getMarkAsPaidAttempt({ prepare, example }) {
		await prepare(newPayment);
		await example("settled", "One recorded, one not", {
			url: "/v1.0/attempt/mark-as-paid",
			idempotencyKey,
			minute: 36,
		});
	},
	async getBatch(recording) {
		const url = `${path}/${await prepareBatch(recording)}`;
		const { example } = recording;
		await example("pending", "A batch that has begun", { url, minute: 31 });
		await payAll(recording);
		await example("done", "The first results of a batch that is done", {
			url: `${url}?limit=2`,
		});
		await example("unknown", "No such batch", { url: `${path}/no-such-batch` });
	},
	async stopBatch(recording) {
		const slug = await prepareBatch(recording);
		const stop = (bulkActionSlug: string) =>
			({
				method: "POST",
				url: `${path}/${bulkActionSlug}/stop`,
				body: { reason: "The file of last month" },
			}) as const;
		const { example, world } = recording;
		const [, last = ""] = world.queue.take();
		await deliver(world, [last]);
		await example(
			"stopped",
			"The first results of a batch that was stopped when one of its payments was made",
			{ ...stop(slug), minute: 31, shownResults: 2 },
		);
		await example("unknown", "No such batch", stop("no-such-batch"));
	},
	async listEvents({ world, prepare, example }) {
		const records = await recordsOf(world, () => prepare(newPayment));
		const [paid] = records.filter(
			({ dynamodb }) => dynamodb?.Keys?.sk?.S === "INVOICE",
		);
		const eventID = "c4ca4238a0b923820dcc509a6f75849b";
		await deliverToPublisher(world, [{ ...paid, eventID }], {
			hasFeed: true,
		});
		await example("found", "A payment", { url: "/v1.0/event" });
	},
	async listBatches(recording) {
		await prepareBatch(recording);
		await payAll(recording);
		await recording.example("found", "One batch", { url: path });
	},
} satisfies { [operationId: string]: RecordExamples };
