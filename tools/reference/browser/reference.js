/* Starts Swagger UI on the document that the page links. Runs in the browser. */
/* global SwaggerUIBundle */
import { operationParts } from "./operation-parts.js";
import { openGuide, pageParts } from "./page-parts.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () =>
	document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

const ui = SwaggerUIBundle({
	url: document.querySelector('link[rel="service-desc"]').href,
	dom_id: "#reference",
	layout: "BaseLayout",
	presets: [SwaggerUIBundle.presets.apis],
	plugins: [pageParts, operationParts],
	deepLinking: true,
	filter: true,
	docExpansion: "list",
	defaultModelsExpandDepth: 0,
	displayRequestDuration: true,
	requestInterceptor: (request) => withKey(withScheme(request)),
});

addEventListener("hashchange", openOperation);
// This comes before Swagger UI scrolls to what the link names, since no change of the address can be observed then.
addEventListener(
	"click",
	({ target }) => openGuide(target.closest('a[href^="#"]')?.hash),
	true,
);

/** Opens the operation that the address names, even if the search has left it out. */
function openOperation() {
	if (!location.hash.startsWith("#/")) return;
	ui.layoutActions.updateFilter(true);
	ui.layoutActions.parseDeepLinkHash(location.hash);
}

/** Adds the scheme to a key that was entered without it. */
function withScheme(request) {
	const { Authorization: credentials } = request.headers;
	if (credentials && !/^api-key\s/i.test(credentials))
		request.headers.Authorization = `Api-Key ${credentials}`;
	return request;
}

/** The last idempotency key that was sent for each kind of request. */
const lastKeys = new Map();

/**
 * Adds a new idempotency key to a payment or an advance that has none, and the last such key to the question about its
 * outcome.
 */
function withKey(request) {
	const { headers, method, url } = request;
	const [, subject] = /\/(mark-as-paid|vendor-advance)$/.exec(url) ?? [];
	if (!subject) return request;
	const name = "x-idempotency-key";
	if (method === "POST") {
		headers[name] ||= crypto.randomUUID();
		lastKeys.set(subject, headers[name]);
	} else if (url.includes("/attempt/") && lastKeys.has(subject))
		headers[name] ||= lastKeys.get(subject);
	return request;
}
