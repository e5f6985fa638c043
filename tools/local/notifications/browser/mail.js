/* Adds to the page `/mail` the filter, times in the reader's time zone, and new entries without a reload. */

const pollMilliseconds = 2_000;

const byId = (id) => document.getElementById(id);
const filter = byId("kind");
let shownEtag = null;

/** Shows the entries of the chosen kind. */
function applyFilter() {
	for (const row of byId("entries").children)
		row.hidden =
			filter.value !== "" &&
			row.dataset.kind !== filter.value &&
			!(filter.value === "Events" && row.dataset.kind !== "Mail");
}

/** Offers every kind of entry that there is. The chosen kind stays chosen. */
function offerKinds() {
	const rows = [...byId("entries").children];
	const kinds = new Set(rows.map((row) => row.dataset.kind));
	const chosen = filter.value;
	// The last row of the chosen kind may have been removed meanwhile.
	if (chosen !== "Events") kinds.add(chosen);
	kinds.delete("");
	kinds.delete("Mail");
	const options = [
		["", "All kinds"],
		["Mail", "Mails"],
		["Events", "Events"],
		...[...kinds].sort().map((kind) => [kind, `Events: ${kind}`]),
	];
	filter.replaceChildren(
		...options.map(([value, label]) => new Option(label, value)),
	);
	filter.value = chosen;
}

/** Formats times as in the mails, such as `21 Nov 2026, 15:35:02`. */
const time = new Intl.DateTimeFormat("en-GB", {
	dateStyle: "medium",
	timeStyle: "medium",
});

function localizeTimes() {
	for (const element of document.querySelectorAll("time:not([title])")) {
		element.title = element.dateTime;
		element.textContent = time.format(new Date(element.dateTime));
	}
}

/** Marks the row whose detail is shown, and scrolls to it. */
function markShown({ moves }) {
	const id = location.hash.slice(1);
	for (const link of document.querySelectorAll("#entries a")) {
		if (link.hash === `#${id}`) link.setAttribute("aria-current", "true");
		else link.removeAttribute("aria-current");
	}
	const detail = id.includes("-") && byId(id);
	if (moves && detail) detail.focus();
}

/** Adds what the page has now and this view lacks, and removes what the page no longer has. */
function merge(fresh) {
	const added = mergeChildren("entries", fresh, "li", (row) =>
		row.querySelector("a").getAttribute("href"),
	);
	mergeChildren("details", fresh, "article", (detail) => detail.id);
	byId("none").hidden = byId("entries").children.length > 0;
	offerKinds();
	applyFilter();
	localizeTimes();
	markShown({ moves: false });
	if (added > 0)
		byId("news").textContent = `${added} new, ${time.format(new Date())}`;
}

function mergeChildren(id, fresh, selector, keyOf) {
	const list = byId(id);
	const known = new Map(
		[...list.querySelectorAll(`:scope > ${selector}`)].map((one) => [
			keyOf(one),
			one,
		]),
	);
	const wanted = [
		...fresh.getElementById(id).querySelectorAll(`:scope > ${selector}`),
	];
	const keys = new Set(wanted.map(keyOf));
	for (const [key, one] of known) if (!keys.has(key)) one.remove();
	let added = 0;
	let before = list.querySelector(`:scope > ${selector}`);
	for (const one of wanted) {
		// What is there already stays the same element, because it may have the focus.
		if (known.has(keyOf(one))) {
			before = known.get(keyOf(one)).nextElementSibling;
			continue;
		}
		list.insertBefore(document.adoptNode(one), before);
		added += 1;
	}
	return added;
}

async function poll() {
	if (document.hidden) return;
	try {
		const answer = await fetch("/mail", { cache: "no-cache" });
		const etag = answer.headers.get("etag");
		if (!answer.ok || etag === shownEtag) return;
		const html = await answer.text();
		merge(new DOMParser().parseFromString(html, "text/html"));
		shownEtag = etag;
	} catch {
		// The stack is stopped or starting again, so that the next poll may succeed.
	}
}

async function pollForever() {
	await poll();
	setTimeout(pollForever, pollMilliseconds);
}

document.querySelector(".kinds").hidden = false;
filter.addEventListener("change", applyFilter);
window.addEventListener("hashchange", () => markShown({ moves: true }));
document.addEventListener("visibilitychange", poll);
offerKinds();
localizeTimes();
markShown({ moves: false });
void pollForever();
