import { WriteStream } from "node:tty";
import { describe, expect, it } from "vitest";
import type { BatchSummary } from "../../../shared/batches/payment-batch.ts";
import {
	progressBar,
	progressText,
	type Terminal,
	waitingBar,
} from "../../../tools/operator/cli/progress.ts";
import { notStopped } from "../../support/batches.ts";
import { collector } from "../../support/org-command.ts";

const state = (DONE: number, status: BatchSummary["status"] = "PENDING") => ({
	bulkActionSlug: "01JD6Q3V000000000000000000",
	status,
	total: 250,
	counts: { DONE, ERROR: 2, SKIPPED: 1 },
	createdAt: "2026-11-21T10:00:00.000Z",
	finishedAt: null,
	...notStopped,
});

async function textOf(terminal: Terminal | null) {
	async function* states() {
		yield state(122);
		yield state(247, "DONE");
	}
	let text = "";
	for await (const piece of progressText(states(), terminal)) text += piece;
	return text;
}

describe("contract 5: the progress bar of batch watch", () => {
	it("on a terminal is one line, written over", async () => {
		expect(await textOf({ columns: 80 })).toBe(
			"[############------------]  50% 125/250 PENDING: 122 DONE, 2 ERROR, 1 SKIPPED\u001b[K\n" +
				"\u001b[A[########################] 100% 250/250 DONE: 247 DONE, 2 ERROR, 1 SKIPPED\u001b[K\n",
		);
	});

	it("stays on that line however narrow the terminal is", async () => {
		expect(await textOf({ columns: 32 })).toBe(
			"[############------------]  50%\u001b[K\n" +
				"\u001b[A[########################] 100%\u001b[K\n",
		);
	});
});

/** A terminal of so many columns: no file descriptor is behind it. */
function openTerminal(columns: number) {
	let written = "";
	const terminal: WriteStream = Object.create(WriteStream.prototype, {
		columns: { value: columns },
		write: {
			value: (text: string) => {
				written += text;
				return true;
			},
		},
	});
	return { terminal, text: () => written };
}

describe("contract 5: the progress bar of import", () => {
	it("overwrites itself on a terminal, is cut to its width, and leaves nothing", () => {
		const { terminal, text } = openTerminal(32);
		const show = progressBar(terminal);
		show(500, 1_000);
		show(1_000, 1_000);
		expect(text()).toBe("\r[############------------]  50%\u001b[K\r\u001b[K");
	});
});

describe("contract 5: the wait of suspend", () => {
	const wait = (show: (seconds: number, total: number) => void) => {
		for (let seconds = 1; seconds <= 35; seconds++) show(seconds, 35);
	};

	it("is a bar on a terminal, which goes away at the end", () => {
		const { terminal, text } = openTerminal(80);
		wait(waitingBar(terminal));
		expect(text()).toContain("\r[######------------------]  25% 9/35\u001b[K");
		expect(text().endsWith("\r\u001b[K")).toBe(true);
	});

	it("is a line every ten seconds where standard error is not a terminal", () => {
		const stderr = collector();
		wait(waitingBar(stderr));
		expect(stderr.text()).toBe(
			"30 seconds left\n20 seconds left\n10 seconds left\n",
		);
	});
});
