import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { address, sectionIn } from "../app/address.ts";
import { FailureCard } from "../parts/failure-card.tsx";
import { type Failure, isPassing, toFailure } from "./failure.ts";

export type Loading<Data> =
	| { kind: "LOADING" }
	| { kind: "FAILED"; failure: Failure; retry(): void }
	| { kind: "READY"; data: Data; reload(): void };

const firstPauseMilliseconds = 3_000;
const longestPauseMilliseconds = 30_000;

const toPause = (attempt: number) =>
	Math.min(firstPauseMilliseconds * 2 ** attempt, longestPauseMilliseconds);

/**
 * Repeats a read until the service answers, so that the reading of a long list survives a lost connection.
 *
 * @param onFailure Called with the reason why the page waits.
 * @throws The error, if a repetition would not help.
 */
export async function readPatiently<Data>(
	read: () => Promise<Data>,
	onFailure: (failure: Failure) => void,
): Promise<Data> {
	for (let attempt = 0; ; attempt++) {
		try {
			return await read();
		} catch (error) {
			const failure = toFailure(error);
			if (!isPassing(failure)) throw error;
			onFailure(failure);
			await new Promise((resolve) => setTimeout(resolve, toPause(attempt)));
		}
	}
}

/**
 * Reads what a page shows. A read that failed for lack of a connection is repeated when the connection is back.
 *
 * @param key Identifies what is read. When the key changes, it is read again.
 */
export function useLoad<Data>(
	key: string,
	load: (signal: AbortSignal) => Promise<Data>,
): Loading<Data> {
	const state = useSignal<Loading<Data>>({ kind: "LOADING" });
	const attempt = useSignal(0);
	useEffect(() => {
		const controller = new AbortController();
		let timer: ReturnType<typeof setTimeout> | undefined;
		const readAgain = () => {
			attempt.value += 1;
		};
		load(controller.signal).then(
			(data) => {
				if (!controller.signal.aborted)
					state.value = { kind: "READY", data, reload: readAgain };
			},
			(error) => {
				if (controller.signal.aborted) return;
				const failure = toFailure(error);
				state.value = { kind: "FAILED", failure, retry: readAgain };
				if (!failure.mayTryAgain) return;
				timer = setTimeout(readAgain, toPause(attempt.value));
				addEventListener("online", readAgain, {
					signal: controller.signal,
					once: true,
				});
			},
		);
		return () => {
			controller.abort();
			clearTimeout(timer);
		};
	}, [key, attempt.value]);
	// What was read for another key is never shown for this one.
	useEffect(
		() => () => {
			state.value = { kind: "LOADING" };
			attempt.value = 0;
		},
		[key],
	);
	return state.value;
}

/** Shows what was read, or that it is being read, or why it cannot be read. */
export function Loaded<Data>({
	of,
	what,
	children,
}: {
	of: Loading<Data>;
	/** What is read, such as "the payment runs". */
	what: string;
	children: (data: Data, reload: () => void) => ComponentChildren;
}) {
	if (of.kind === "READY") return <>{children(of.data, of.reload)}</>;
	if (of.kind === "FAILED")
		return of.failure.kind === "NOT_FOUND" ? (
			<NotFound what={what} />
		) : (
			<FailureCard failure={of.failure} retry={of.retry} />
		);
	return (
		<div class="loading" role="status">
			<span class="visually-hidden">Loading {what}…</span>
			<span class="bone" />
			<span class="bone" />
			<span class="bone" />
		</div>
	);
}

/** An address leads to nothing: the list of the section may have what was meant. */
const NotFound = ({ what }: { what: string }) => (
	<section class="card failure" role="alert">
		<h2>There is no such {what.replace(/^the /, "")}</h2>
		<p>
			The address may be incomplete, or what it led to is not kept any more.
		</p>
		<p>
			<a href={sectionIn(address.value.pathname)}>Go to the list</a>
		</p>
	</section>
);
