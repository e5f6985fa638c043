import { ApiError } from "../../../../client/src/index.ts";
import { type Check, mustBe, type SmokeContext } from "./check.ts";

/** Requests that the service must refuse. */
export const errorChecks = ({
	client,
	unknownCaller,
	signal,
}: SmokeContext): Check[] => [
	{
		name: "400 for a vendor without a name",
		run: () =>
			mustBeRefused("VALIDATION_ERROR", () =>
				client.createVendor({ vendorId: "v-nameless", name: "" }, { signal }),
			),
	},
	{
		name: "401 for an unknown API key",
		run: () =>
			mustBeRefused("INVALID_API_KEY", () =>
				unknownCaller.getOrganization({ signal }),
			),
	},
	{
		name: "404 for an unknown invoice",
		run: () =>
			mustBeRefused("INVOICE_NOT_FOUND", () =>
				client.getInvoice("inv-unknown", { signal }),
			),
	},
];

async function mustBeRefused(code: string, send: () => Promise<unknown>) {
	const refusal = await send().then(
		() => undefined,
		(error: unknown) => error,
	);
	if (refusal !== undefined && !(refusal instanceof ApiError)) throw refusal;
	mustBe("code", refusal?.code ?? "of a success", code);
}
