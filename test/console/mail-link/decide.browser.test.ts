import { describe, expect, it } from "vitest";
import { pressEnterOn, tabTo } from "../../tools/reference/keyboard.ts";
import { desktop, phone } from "../../tools/reference/opened-page.ts";
import { approvedByMe, open, rejected } from "./shown.ts";
import { broken, refuses, shows, throttled } from "./stub-service.ts";
import { expectAccessible, useApprovalPage } from "./use-page.ts";

const approval = useApprovalPage();

const openRequest = (options = {}) => {
	approval.service.answer("read", shows(open));
	return approval.open(options);
};

describe("A9: a decision", () => {
	it.each([
		["phone, dark", { viewport: phone, colorScheme: "dark" }],
		["desktop, light", { viewport: desktop, colorScheme: "light" }],
	])(
		"is sent after one question, and the page says what happened: %s",
		async (_, look) => {
			const { page, problems } = await openRequest(look);
			approval.service.answer("decision", shows(approvedByMe));
			await page.getByRole("button", { name: "Approve", exact: true }).click();
			const question = page.getByRole("dialog", {
				name: "Approve: ₹ 1,61,999.50 to Steel Traders?",
			});
			await question.waitFor();
			await expectAccessible(page);
			expect(approval.service.decisions).toEqual([]);
			await question.getByRole("button", { name: "Yes, approve" }).click();
			const standing = page.getByRole("heading", { name: "You have decided" });
			await standing.waitFor();
			expect(await standing.and(page.locator(":focus")).count()).toBe(1);
			expect(approval.service.decisions).toEqual([
				{ token: "the-token", decision: "APPROVE" },
			]);
			expect(problems).toEqual([]);
		},
	);

	it.each([
		[
			"Return",
			"RETURN",
			"return for changes",
			/^Return for changes: ₹\s1,61,999\.50 to Steel Traders\?[\s\S]*goes back to the requester with your note/,
		],
		[
			"Reject",
			"REJECT",
			"reject",
			/^Reject: ₹\s1,61,999\.50 to Steel Traders\?[\s\S]*This is final/,
		],
	])(
		"%s needs a note; nothing moves when it is missing",
		async (label, decision, verb, question) => {
			const { page } = await openRequest({ viewport: phone });
			approval.service.answer("decision", shows(rejected));
			await page.getByRole("button", { name: label, exact: true }).click();
			const dialog = page.getByRole("dialog");
			expect(await dialog.innerText()).toMatch(question);
			const note = page.getByRole("textbox", { name: "Note" });
			const yes = page.getByRole("button", { name: `Yes, ${verb}` });
			const before = await yes.boundingBox();
			const fails = async (text: string, message: RegExp) => {
				await note.fill(text);
				await yes.click();
				expect(await note.getAttribute("aria-invalid")).toBe("true");
				expect(await dialog.getByRole("alert").innerText()).toMatch(message);
				expect(await note.and(page.locator(":focus")).count()).toBe(1);
				expect(await yes.boundingBox()).toEqual(before);
			};
			await fails(" \n ", /^Say what has to change/);
			await expectAccessible(page);
			await fails("😀".repeat(1_001), /1,001 characters/);
			await note.fill(` ${"😀".repeat(1_000)} `);
			await yes.click();
			await page
				.getByRole("heading", { name: "This request was rejected" })
				.waitFor();
			expect(approval.service.decisions).toEqual([
				{ token: "the-token", decision, note: "😀".repeat(1_000) },
			]);
		},
	);

	it("is not sent when the reader goes back, and the note stays", async () => {
		const { page } = await openRequest();
		const reject = page.getByRole("button", { name: "Reject" });
		const note = page.getByRole("textbox", { name: "Note" });
		await reject.click();
		await note.fill("Almost");
		for (const leave of ["button", "Escape"]) {
			await note.waitFor();
			if (leave === "Escape") await page.keyboard.press("Escape");
			else await page.getByRole("button", { name: "Back" }).click();
			await page.getByRole("dialog").waitFor({ state: "detached" });
			await reject.click();
		}
		expect(await note.inputValue()).toBe("Almost");
		expect(approval.service.decisions).toEqual([]);
	});

	it("keyboard alone: a key held down answers no question; the focus follows to what happened", async () => {
		const { page } = await openRequest();
		approval.service.answer("decision", shows(approvedByMe));
		const { keyboard } = page;
		const approve = page.getByRole("button", { name: "Approve", exact: true });
		await pressEnterOn(page, approve);
		await page.getByRole("dialog").waitFor();
		await keyboard.press("Enter");
		await page.getByRole("dialog").waitFor({ state: "detached" });
		await approve.and(page.locator(":focus")).waitFor();
		expect(approval.service.decisions).toEqual([]);
		await keyboard.press("Enter");
		await tabTo(page, page.getByRole("textbox", { name: "Note" }));
		await keyboard.type("Fine");
		await pressEnterOn(
			page,
			page.getByRole("button", { name: "Yes, approve" }),
		);
		const standing = page.getByRole("heading", { name: "You have decided" });
		await standing.and(page.locator(":focus")).waitFor();
		expect(approval.service.decisions).toMatchObject([{ note: "Fine" }]);
	});

	it("that is sent counts for the request that the reader saw, even if another link was opened meanwhile", async () => {
		const { page } = await openRequest();
		await page.getByRole("button", { name: "Approve", exact: true }).click();
		approval.service.answer("read", shows(rejected));
		await page.goto(approval.service.url.replace("the-token", "another"));
		await page
			.getByRole("heading", { name: "This request was rejected" })
			.waitFor();
		expect(await page.getByRole("dialog").count()).toBe(0);
		expect(approval.service.decisions).toEqual([]);
	});
});

type Page = Awaited<ReturnType<typeof openRequest>>["page"];

const approve = async (page: Page, note = "") => {
	await page.getByRole("button", { name: "Approve", exact: true }).click();
	await page.getByRole("textbox").fill(note);
	await page.getByRole("button", { name: "Yes, approve" }).click();
};

const invalid = refuses(404, "APPROVAL_LINK_INVALID", "Not valid");

async function expectUnknown(page: Page) {
	await page
		.getByText(/^[^.]*\. It is not known whether the decision/)
		.waitFor();
	expect(await page.getByRole("main").innerText()).not.toMatch(
		/nothing was decided/i,
	);
}

describe("A9: a decision without an answer", () => {
	it.each([
		["lost", "LOST"],
		["a 5xx", broken],
		["too many requests", throttled],
	] as const)(
		"is sent again by itself, and counts once: %s",
		async (_, answer) => {
			const { page } = await openRequest();
			approval.service.answer("decision", answer, shows(approvedByMe));
			await approve(page);
			await page.getByRole("heading", { name: "You have decided" }).waitFor();
			const { decisions } = approval.service;
			expect(decisions).toHaveLength(2);
			expect(decisions[1]).toEqual(decisions[0]);
		},
	);

	it.each([
		["lost", "LOST", "It is not known whether your decision was recorded"],
		["a 5xx", broken, "It is not known whether your decision was recorded"],
		["too many requests", throttled, "Too many requests at the moment"],
	] as const)("the reader sends it again: %s", async (_, answer, title) => {
		const { page } = await openRequest({ viewport: phone });
		approval.service.answer("decision", answer);
		await approve(page);
		const heading = page.getByRole("heading", { name: title });
		await heading.and(page.locator(":focus")).waitFor();
		await expectAccessible(page);
		approval.service.answer("decision", shows(approvedByMe));
		await page.getByRole("button", { name: "Send again" }).click();
		await page.getByRole("heading", { name: "You have decided" }).waitFor();
	});

	it("may be recorded, although it was answered 429 when it was sent again", async () => {
		const { page } = await openRequest();
		approval.service.answer("decision", broken, throttled);
		await approve(page);
		const unknown = page.getByRole("heading", {
			name: "It is not known whether your decision was recorded",
		});
		await unknown.waitFor();
		const { decisions } = approval.service;
		expect(decisions).toHaveLength(3);
		await page.getByRole("button", { name: "Send again" }).click();
		await unknown.waitFor({ state: "detached" });
		await unknown.waitFor();
		expect(decisions).toHaveLength(6);
	});

	it.each([
		["LOST", "There is no connection"],
		[broken, "The service cannot answer at the moment"],
		[throttled, "Too many requests at the moment"],
	] as const)(
		"may be recorded, though reading it fails: %j",
		async (answer, title) => {
			const { page } = await openRequest({ viewport: phone });
			approval.service.answer("decision", "LOST");
			await approve(page);
			approval.service.answer("read", answer);
			await page.getByRole("button", { name: "See what is recorded" }).click();
			await page.getByRole("heading", { name: title }).waitFor();
			await expectUnknown(page);
			await expectAccessible(page);
			approval.service.answer("decision", shows(approvedByMe));
			await page.getByRole("button", { name: "Send again" }).click();
			await page.getByRole("heading", { name: "You have decided" }).waitFor();
		},
	);

	it("may be recorded, although its link is no longer valid when it is sent again", async () => {
		const { page } = await openRequest();
		approval.service.answer("decision", broken, invalid);
		await approve(page);
		await page
			.getByRole("heading", { name: "This link is not valid" })
			.waitFor();
		await expectUnknown(page);
	});

	it("keeps the note for a reader who can still decide", async () => {
		const { page } = await openRequest();
		approval.service.answer("decision", "LOST");
		await approve(page, "Fine");
		approval.service.answer("read", broken);
		await page.getByRole("button", { name: "See what is recorded" }).click();
		await expectUnknown(page);
		approval.service.answer("read", shows(open));
		await page.getByRole("button", { name: "See what is recorded" }).click();
		await page.getByRole("button", { name: "Approve", exact: true }).click();
		expect(await page.getByRole("textbox").inputValue()).toBe("Fine");
	});

	it("is found when the page reads again, and when it is loaded again", async () => {
		const { page } = await openRequest();
		approval.service.answer("decision", "LOST");
		await approve(page);
		approval.service.answer("read", shows(approvedByMe));
		await page.getByRole("button", { name: "See what is recorded" }).click();
		const standing = page.getByRole("heading", { name: "You have decided" });
		await standing.waitFor();
		await page.reload();
		await standing.waitFor();
	});
});

describe("A9: a decision that is refused", () => {
	it.each([
		["409 of A2", 409, "INVALID_STATE_TRANSITION"],
		["409 of another decision", 409, "ALREADY_DECIDED"],
		["403 of A2", 403, "ACCESS_DENIED"],
	])("shows the message and what it is now: %s", async (_, status, code) => {
		const { page } = await openRequest();
		approval.service.answer("decision", refuses(status, code, "It is over"));
		const asked = approve(page, "Kept");
		approval.service.answer("read", shows(rejected));
		await asked;
		await page
			.getByRole("heading", { name: "This request was rejected" })
			.waitFor();
		expect(await page.locator(".notice").innerText()).toBe(
			"Your decision was not recorded. It is over",
		);
		await expectAccessible(page);
	});

	it("may be recorded, when an earlier sending was not answered", async () => {
		const { page } = await openRequest();
		const refusal = refuses(403, "ACCESS_DENIED", "It is suspended");
		approval.service.answer("decision", "LOST", refusal);
		await approve(page);
		expect(await page.getByRole("alert").innerText()).toBe(
			"Sent again, your decision was refused. It is suspended",
		);
	});

	it("says that the link is no longer valid", async () => {
		const { page } = await openRequest();
		approval.service.answer("decision", invalid);
		await approve(page);
		await page
			.getByRole("heading", { name: "This link is not valid" })
			.waitFor();
		await page.getByText("Nothing was decided now.").waitFor();
	});
});

it("A9: opening the link decides nothing: a client that runs the page's script sends no decision", async () => {
	const { page, requests } = await openRequest();
	await page.evaluate("new Promise(requestIdleCallback)");
	await page.reload();
	await page.getByRole("heading", { name: "Your decision" }).waitFor();
	expect(requests.filter((one) => one.startsWith("POST"))).toHaveLength(2);
	expect(approval.service.reads).toBe(2);
	expect(approval.service.decisions).toEqual([]);
});
