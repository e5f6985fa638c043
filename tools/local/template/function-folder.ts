/**
 * The folder in `functions/` of a function of the template, by the name that `lib/service-function.ts` and
 * CloudFormation give it: `ProcurementPayments-dev-BulkSkusFunction0123ABCD` is `bulk-skus`.
 *
 * @param name The name or the ARN of the function.
 * @returns Undefined when the name has another form.
 */
export function functionFolder(name: string): string | undefined {
	const [, id] = /-(\w+)Function[0-9A-F]{8}$/.exec(name) ?? [];
	return id && toFolder(id);
}

/** For example, `BulkSkus` becomes `bulk-skus`. */
export const toFolder = (id: string) =>
	id
		.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
		.replace(/^-/, "");
