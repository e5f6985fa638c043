import { exhibits } from "../exhibits/exhibits.ts";

export const keyHeader = "x-idempotency-key";

export interface TriedParameter {
	name: string;
	in: string;
	required?: boolean;
	description?: string;
	example?: string;
}

/** The parts of an operation that are used here. */
export interface TriedOperation {
	operationId: string;
	description: string;
	parameters?: TriedParameter[];
	requestBody?: { content: { "application/json": JsonBody } };
}

interface JsonBody {
	examples?: object;
}

/**
 * Returns the operation with the request of its exhibit as the only example, with a note if a click is not enough, and
 * with an idempotency key that may be left empty, because `browser/reference.js` then sends one.
 */
export function withExampleToTry<Operation extends TriedOperation>(
	operation: Operation,
): Operation {
	const { operationId, description, parameters, requestBody } = operation;
	const { demo } = exhibits.find(({ id }) => id === operationId) ?? {};
	const json = requestBody?.content["application/json"];
	return {
		...operation,
		...(demo?.note && {
			description: `${description}\n\n**To try it:** ${demo.note}`,
		}),
		...(parameters && {
			parameters: parameters.map((one) => {
				if (one.name === keyHeader) return withOwnKey(one, operation);
				if (one.name !== "If-Match" || demo?.ifMatch === undefined) return one;
				return { ...one, example: `"${demo.ifMatch}"` };
			}),
		}),
		...(json && {
			requestBody: {
				...requestBody,
				content: {
					"application/json": { ...json, examples: toExamples(demo?.body) },
				},
			},
		}),
	};
}

/** There is only one example. Recorded ones need records that the demo organization does not have, or are refused. */
const toExamples = (body?: object) => ({
	toTry: { summary: "Works with the demo organization", value: body },
});

const withOwnKey = (
	parameter: TriedParameter,
	{ requestBody }: TriedOperation,
): TriedParameter => ({
	...parameter,
	required: false,
	description: requestBody
		? `${parameter.description} Left empty, this page sends a new one.`
		: `${parameter.description} Left empty, this page sends the last one that it has sent.`,
});
