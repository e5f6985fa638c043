import { useSignal } from "@preact/signals";
import type { Vendor } from "../../../client/src/generated/openapi.ts";
import {
	ApiError,
	VersionMismatchError,
} from "../../../client/src/http/errors.ts";
import type { RequestBody } from "../../../client/src/operations/operation-types.ts";
import { FailureCard } from "../parts/failure-card.tsx";
import { TextField } from "../parts/field.tsx";
import { Theirs } from "../parts/texts.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { useSession } from "../service/session.ts";
import {
	type VendorProperty,
	vendorLabels,
	vendorProperties,
} from "./vendor-labels.ts";

type Texts = Readonly<Record<VendorProperty, string>>;

const textsOf = (vendor: Vendor) =>
	// Unchecked cast: an entry for each property.
	Object.fromEntries(
		vendorProperties.map((property) => [property, vendor[property] ?? ""]),
	) as Texts;

/** Changes a vendor. If somebody else has changed it meanwhile, the form says so, and keeps what was typed. */
export function VendorForm({
	vendor,
	onClose,
}: {
	vendor: Vendor;
	onClose: (hasChanged: boolean) => void;
}) {
	const { client } = useSession();
	const known = useSignal(vendor);
	const texts = useSignal<Texts>(textsOf(vendor));
	const error = useSignal<
		{ property: VendorProperty; text: string } | undefined
	>(undefined);
	const failure = useSignal<Failure | undefined>(undefined);
	const isBusy = useSignal(false);
	const hasChanged = known.value.version !== vendor.version;
	const before = textsOf(vendor);
	const now = textsOf(known.value);
	return (
		<form
			class="card"
			aria-label="Change the vendor"
			onSubmit={(event) => {
				event.preventDefault();
				void save();
			}}
		>
			{failure.value && <FailureCard failure={failure.value} />}
			{hasChanged && !failure.value && (
				<p class="notice" role="alert">
					Somebody has changed this vendor meanwhile. What you have typed is
					still here: look at it, then save again.
				</p>
			)}
			<div class="fields">
				{vendorProperties.map((property) => (
					<TextField
						key={property}
						label={vendorLabels[property]}
						value={texts.value[property]}
						isFocused={property === "name"}
						hint={
							before[property] !== now[property] && (
								<>
									It is now:{" "}
									{now[property] === "" ? (
										"empty"
									) : (
										<Theirs text={now[property]} />
									)}
								</>
							)
						}
						error={error.value?.property === property ? error.value.text : ""}
						onInput={(text) => {
							texts.value = { ...texts.value, [property]: text };
							if (error.value?.property === property) error.value = undefined;
						}}
					/>
				))}
			</div>
			<p class="hint">
				Orders, advances and invoices keep what they already say about the
				vendor.
			</p>
			<div class="buttons">
				<button type="submit" class="primary" aria-disabled={isBusy.value}>
					{isBusy.value ? "Saving…" : "Save"}
				</button>
				<button type="button" onClick={() => onClose(hasChanged)}>
					Cancel
				</button>
			</div>
		</form>
	);

	async function save() {
		if (isBusy.value) return;
		isBusy.value = true;
		failure.value = undefined;
		error.value = undefined;
		try {
			const { vendorId, version } = known.value;
			const patch = toPatch(textsOf(known.value), texts.value);
			if (Object.keys(patch).length > 0)
				await client.updateVendor(vendorId, patch, { ifVersion: version });
			onClose(true);
		} catch (reason) {
			if (reason instanceof VersionMismatchError) await readAgain();
			else show(reason);
		}
		isBusy.value = false;
	}

	/** Reads the vendor again. The other change may be this one, whose answer was lost. */
	async function readAgain() {
		try {
			known.value = await client.getVendor(vendor.vendorId);
			const isDone =
				Object.keys(toPatch(textsOf(known.value), texts.value)).length === 0;
			if (isDone) onClose(true);
		} catch (reason) {
			show(reason);
		}
	}

	function show(reason: unknown) {
		const pointer = reason instanceof ApiError ? reason.pointer : null;
		const property = vendorProperties.find((one) => pointer === `/${one}`);
		if (property && reason instanceof ApiError) {
			error.value = { property, text: reason.message };
			document
				.querySelectorAll<HTMLElement>("form.card input")
				[vendorProperties.indexOf(property)]?.focus();
		} else failure.value = toFailure(reason);
	}
}

/** The values that were changed. An empty text removes a value that may be absent. */
function toPatch(before: Texts, { name, ...details }: Texts) {
	const patch: RequestBody<"updateVendor"> = {};
	if (name !== before.name) patch.name = name;
	for (const property of vendorProperties) {
		if (property === "name" || details[property] === before[property]) continue;
		patch[property] = details[property] || null;
	}
	return patch;
}
