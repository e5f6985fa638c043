import { expect } from "vitest";
import type { Answer } from "../../support/world.ts";

/** Checks of what a scenario comes to without a fault. */

/** The answer is a 200 with these properties, and maybe others. */
export const succeeds =
	(data: object = {}) =>
	({ status, body }: Answer) =>
		expect({ status, body }).toMatchObject({ status: 200, body: { data } });

export const isRefused =
	(status: number, code: string) =>
	({ status: answered, body }: Answer) =>
		expect([answered, body.error.code]).toEqual([status, code]);

/** The payments of the request come to this, in its order. */
export const paysAs =
	(...outcomes: string[]) =>
	({ body }: Answer) =>
		expect(outcomesOf(body.data.results)).toEqual(outcomes);

/** Some request was carried out; the others were refused for one of the reasons, or carried out as well. */
export const somePays =
	(...reasons: string[]) =>
	(answers: readonly Answer[]) => {
		const outcomes = answers.flatMap(({ body }) =>
			outcomesOf(body.data.results),
		);
		expect(outcomes).toContain("DONE");
		for (const outcome of outcomes)
			expect(["DONE", ...reasons]).toContain(outcome);
	};

/** The requests are answered with these, whichever comes first. */
export const answersInAnyOrder =
	(...statuses: number[]) =>
	(answers: readonly Answer[]) =>
		expect(answers.map(({ status }) => status).toSorted()).toEqual(statuses);

/** A list with these ids, in any order. */
export const lists =
	(name: string, ...ids: unknown[]) =>
	({ status, body }: Answer) => {
		expect(status).toBe(200);
		const found = body.data.items.map(
			(item: Record<string, unknown>) => item[name],
		);
		expect(found.toSorted()).toEqual(ids);
	};

const outcomesOf = (
	results: readonly { status: string; reason?: string }[],
): string[] => results.map(({ status, reason }) => reason ?? status);
