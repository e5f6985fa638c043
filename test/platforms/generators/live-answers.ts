import { join } from "node:path";
import { resourcesSyncMax } from "../../../shared/batches/payment-batch.ts";
import { runProgram } from "../run-program.ts";
import { type Answer, answerTo, operationIds } from "./answers.ts";
import type { Relay } from "./relay.ts";

/**
 * The answers of a live run: of the smoke test, which calls every endpoint, and of payments that end in every way.
 *
 * @throws When an operation was not called, or results of a status are missing.
 */
export async function liveAnswers(
	relay: Relay,
	folder: string,
): Promise<Answer[]> {
	await runProgram(
		process.execPath,
		["bin/smoke.ts", "--data-dir", join(folder, "data"), "--url", relay.url],
		{ isQuiet: true },
	);
	await payInEveryWay(relay.url);
	const answers = relay.reported.flatMap(answerTo);
	const seen = answers.flatMap(({ title, body }) => [title, ...results(body)]);
	const missing = [
		...operationIds.map((id) => `${id} 200`),
		...["markAsPaid 422", "markAsPaid 409", "markAsPaid 400"],
		...["DONE", "ERROR", "SKIPPED"].map((status) => `a result ${status}`),
	].filter((one) => !seen.includes(one));
	if (missing.length > 0) throw new Error(`Not seen: ${missing.join(", ")}`);
	return answers;
}

function results(body: unknown) {
	// Unchecked cast: the document describes it.
	const { data } = body as { data?: { results?: { status: string }[] | null } };
	return (data?.results ?? []).map(({ status }) => `a result ${status}`);
}

async function payInEveryWay(api: string) {
	const paid = { slug: "inv-1001", amount: 0.07 };
	const unknown = { slug: "inv-unknown", amount: 1 };
	const locked = { slug: "inv-locked", amount: 1 };
	await pay(api, "done-error-skipped", [paid, unknown, locked]);
	await pay(api, "done-error-skipped", [paid, unknown, locked]);
	await pay(api, "unpaid", [unknown]);
	await pay(api, undefined, [paid]);
	const many = Array.from({ length: resourcesSyncMax + 1 }, () => unknown);
	const { data } = await pay(api, "batch", [paid, ...many]);
	const get = (path: string) => fetch(`${api}${path}`, { headers });
	const batch = `/v1.0/payment/mark-as-paid/${data?.bulkActionSlug}`;
	let status: string | undefined;
	while (status !== "DONE") {
		const answer = await get(batch);
		// Unchecked cast: the document describes it.
		({ status } = ((await answer.json()) as { data: { status: string } }).data);
	}
	for (const path of [
		"invoice/inv-1001/payments",
		"invoice",
		"invoice?limit=x",
	])
		await get(`/v1.0/${path}`);
}

const headers = {
	authorization: "Api-Key demo-admin-key",
	"content-type": "application/json",
};

async function pay(api: string, key: string | undefined, resources: object[]) {
	const answer = await fetch(`${api}/v1.0/payment/mark-as-paid`, {
		method: "POST",
		headers: { ...headers, ...(key && { "x-idempotency-key": key }) },
		body: JSON.stringify({ resourceType: "INVOICE", resources }),
	});
	// Unchecked cast: the document describes it.
	return (await answer.json()) as { data?: { bulkActionSlug?: string } };
}
