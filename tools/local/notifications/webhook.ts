import { createGrowingSemaphore } from "../growing-semaphore.ts";
import type { DeliveredEvent } from "./outbox.ts";

export interface Webhook {
	/** Returns at once: the events are posted one after the other or at the same time, as EventBridge does. */
	post(events: readonly DeliveredEvent[]): void;
	/** Aborts what is being posted. Events that were not delivered stay only in the outbox. */
	stop(): Promise<void>;
}

interface WebhookOptions {
	/** The URL of the receiver. */
	url: string;
	/** Receives a line for each event that was not delivered at once. */
	log: (line: string) => void;
	/** The first pause before a retry. It doubles each time, up to a minute. */
	pauseMs?: number;
	timeoutMs?: number;
}

const pauseMaxMs = 60_000;

/**
 * The largest number of open requests, so that a slow receiver is not flooded. Events that wait for their retry are not
 * counted.
 */
const openMax = 50;

/** EventBridge retries these statuses, 5xx, and requests without an answer. Every other answer is final. */
const retriedStatuses = [401, 407, 409, 429];

/**
 * Posts events as an API destination of EventBridge would, with its retries and without an order. Redirects are not
 * followed.
 */
export function startWebhook({
	url,
	log,
	pauseMs = 1_000,
	timeoutMs = 5_000,
}: WebhookOptions): Webhook {
	const stopped = new AbortController();
	const running = new Set<Promise<void>>();
	const permits = createGrowingSemaphore({
		initial: openMax,
		max: openMax,
		growAfterMilliseconds: timeoutMs,
	});

	async function deliver(event: DeliveredEvent) {
		for (let pause = pauseMs; ; pause = Math.min(2 * pause, pauseMaxMs)) {
			const outcome = await send(event);
			if (outcome === "delivered" || stopped.signal.aborted) return;
			const { reason, isFinal } = outcome;
			const what = `${event["detail-type"]} (${event.id}) to ${url}: ${reason}`;
			if (isFinal) return log(`${what}; not tried again`);
			log(`${what}; tried again in ${pause / 1_000} s`);
			await sleep(pause);
			if (stopped.signal.aborted) return;
		}
	}

	async function send(event: DeliveredEvent) {
		await permits.acquire();
		try {
			const answer = await fetch(url, {
				method: "POST",
				headers: { "content-type": "application/json; charset=utf-8" },
				body: JSON.stringify(event),
				redirect: "manual",
				signal: AbortSignal.any([
					stopped.signal,
					AbortSignal.timeout(timeoutMs),
				]),
			});
			await answer.body?.cancel();
			if (answer.ok) return "delivered";
			const { status } = answer;
			const isFinal = status < 500 && !retriedStatuses.includes(status);
			return { reason: `answered ${status}`, isFinal };
		} catch (error) {
			return { reason: reasonOf(error), isFinal: false };
		} finally {
			permits.release();
		}
	}

	const sleep = (milliseconds: number) =>
		new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, milliseconds);
			stopped.signal.addEventListener("abort", () => {
				clearTimeout(timer);
				resolve();
			});
		});

	return {
		post(events) {
			for (const event of events) {
				const delivery = deliver(event).finally(() => running.delete(delivery));
				running.add(delivery);
			}
		},
		async stop() {
			stopped.abort();
			await Promise.all(running);
		},
	};
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return `${error}`;
	if (error.name === "TimeoutError") return "not answered in time";
	const { cause } = error;
	return cause instanceof Error && "code" in cause
		? `not reached (${cause.code})`
		: `not reached (${error.message})`;
}

/** Whether a URL leads to this machine. Events carry amounts and names, and must go nowhere else. */
export function isLoopbackUrl(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const { protocol, hostname, username, password } = new URL(text);
	return (
		/^https?:$/.test(protocol) &&
		/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) &&
		username + password === ""
	);
}
