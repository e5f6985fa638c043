/** Bodies for the demo organization that work at the first click and again, by `operationId`. */
const bodies: Readonly<Record<string, unknown>> = {
	createSkus: { skus: [{ name: "Steel rod", unit: "kg", rate: 80.5 }] },
	createVendor: { name: "Steel Traders" },
	createVendorAdvance: { vendorId: "v-print", amount: 1_000 },
	markAsPaid: {
		resourceType: "INVOICE",
		resources: [{ slug: "inv-1001", amount: 1 }],
	},
};

const keyHeader = "x-idempotency-key";

/** The parts of an operation that are used here. */
export interface TriedOperation {
	operationId: string;
	parameters?: { name: string; required?: boolean; description?: string }[];
	requestBody?: { content: { "application/json": { examples?: object } } };
}

/**
 * The operation with its example to try before the others, and with an idempotency key that may be left empty:
 * `browser/reference.js` sends a new one then.
 */
export function withExampleToTry<Operation extends TriedOperation>(
	operation: Operation,
): Operation {
	const { operationId, parameters, requestBody } = operation;
	const value = bodies[operationId];
	const json = requestBody?.content["application/json"];
	return {
		...operation,
		...(requestBody && {
			parameters: parameters?.map((one) =>
				one.name === keyHeader
					? {
							...one,
							required: false,
							description: `${one.description} Left empty, this page sends a new one.`,
						}
					: one,
			),
		}),
		...(value !== undefined && {
			requestBody: {
				...requestBody,
				content: {
					"application/json": {
						...json,
						examples: {
							toTry: { summary: "Works with the demo organization", value },
							...json?.examples,
						},
					},
				},
			},
		}),
	};
}
