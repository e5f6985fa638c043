import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { AdvanceUnknownError } from "../../../client/src/advances/create-vendor-advance.ts";
import { ApiError } from "../../../client/src/http/errors.ts";
import { FailureCard } from "../parts/failure-card.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { Loaded, useLoad } from "../service/load.tsx";
import { useSession } from "../service/session.ts";
import {
	type AdvanceBody,
	type AdvanceDraft,
	isBody,
	type Problems,
	toBody,
} from "./advance-draft.ts";
import { DraftFields } from "./draft-fields.tsx";
import { FiguresCard } from "./figures-card.tsx";
import { type FormChoices, readChoices } from "./form-choices.ts";

interface FormProperties {
	vendorId: string;
	vendorName: string;
	start: AdvanceDraft;
	/** The order that the advance holds already. */
	ownOrderId?: string | null;
	/** What the button does, such as "Raise the advance". */
	action: string;
	/** Why an earlier request with the same content failed. */
	before?: Failure | undefined;
	/** Whether the outcome of what was sent is not known, so that nothing else can be sent. */
	isLocked?: boolean;
	/** @throws The reason when the request was refused. */
	onSend: (body: AdvanceBody) => Promise<void>;
}

/** The form of an advance. What the service refuses is shown next to the field that it names. */
export function AdvanceForm(properties: FormProperties) {
	const session = useSession();
	const { vendorId, ownOrderId = null } = properties;
	const read = useLoad(`choices ${vendorId}`, () =>
		readChoices(session, { vendorId, ownOrderId }),
	);
	return (
		<Loaded of={read} what="what can be chosen">
			{(choices) => <LoadedForm choices={choices} {...properties} />}
		</Loaded>
	);
}

function LoadedForm({
	choices,
	vendorId,
	vendorName,
	start,
	action,
	before,
	isLocked = false,
	onSend,
}: FormProperties & { choices: FormChoices }) {
	const draft = useSignal(start);
	const problems = useSignal<Problems>(new Map());
	const failure = useSignal<Failure | undefined>(before);
	const isBusy = useSignal(false);
	const form = useRef<HTMLFormElement>(null);
	useEffect(() => {
		form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	}, [problems.value]);
	return (
		<form
			ref={form}
			class="parts"
			aria-label="Advance"
			onSubmit={(event) => {
				event.preventDefault();
				void send();
			}}
		>
			<fieldset class="card" disabled={isLocked || isBusy.value}>
				<legend class="visually-hidden">Advance</legend>
				<h2>
					To <bdi>{vendorName}</bdi>
				</h2>
				<DraftFields
					draft={draft}
					choices={choices}
					problems={problems.value}
				/>
			</fieldset>
			<div class="side">
				{failure.value && <FailureCard failure={failure.value} />}
				<FiguresCard draft={draft.value} choices={choices}>
					<p class="buttons">
						<button type="submit" class="primary" aria-disabled={isBusy.value}>
							{isBusy.value
								? "Sending…"
								: isLocked
									? "Find out whether it was raised"
									: action}
						</button>
					</p>
					{isBusy.value && <SlowAnswer />}
				</FiguresCard>
			</div>
		</form>
	);

	async function send() {
		if (isBusy.value) return;
		failure.value = undefined;
		const made = toBody(vendorId, draft.value, choices);
		problems.value = isBody(made) ? new Map() : made;
		if (!isBody(made)) return;
		isBusy.value = true;
		try {
			await onSend(made);
		} catch (error) {
			show(error);
		}
		isBusy.value = false;
	}

	function show(error: unknown) {
		if (error instanceof AdvanceUnknownError)
			failure.value = {
				kind: "OFFLINE",
				title: "It is not known yet whether the advance was raised",
				text: "The answer of the service was lost. Find out before anything else: it is never raised twice.",
				mayTryAgain: false,
			};
		else {
			const pointer = error instanceof ApiError ? error.pointer : null;
			const field =
				pointer &&
				form.current?.querySelector(`[data-pointer="${CSS.escape(pointer)}"]`);
			if (field && error instanceof ApiError)
				problems.value = new Map([[pointer, error.message]]);
			else failure.value = toFailure(error);
		}
	}
}

/** Says that there is no reason to worry when the answer takes long. */
function SlowAnswer() {
	const isSlow = useSignal(false);
	useEffect(() => {
		const timer = setTimeout(() => {
			isSlow.value = true;
		}, 6_000);
		return () => clearTimeout(timer);
	}, []);
	return (
		<p class="quiet" role="status">
			{isSlow.value
				? "The service has not answered yet. This page finds out what became of the request, and never sends it twice. It may take a few minutes."
				: ""}
		</p>
	);
}
