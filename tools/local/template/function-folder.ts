/**
 * The folder in `functions/` of a function of the template, by the name that `lib/service-function.ts` and
 * CloudFormation give it: `ProcurementPayments-dev-BulkSkusFunction0123ABCD` is `bulk-skus`.
 *
 * @param name Or ARN.
 * @returns undefined when the name has another form.
 */
export function functionFolder(name: string): string | undefined {
	const [, id] = /-(\w+)Function[0-9A-F]{8}$/.exec(name) ?? [];
	return id && toFolder(id);
}

/** `BulkSkus` → `bulk-skus` */
export const toFolder = (id: string) =>
	id
		.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
		.replace(/^-/, "");
