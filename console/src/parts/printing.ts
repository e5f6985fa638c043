import { signal } from "@preact/signals";
import { options } from "preact";

/** Whether the page is being printed. Lists that the screen shows in parts are then shown as a whole. */
export const isPrinting = signal(false);

addEventListener("beforeprint", () => {
	// The browser prints the page as it is when this function ends.
	const { debounceRendering } = options;
	options.debounceRendering = (render) => render();
	isPrinting.value = true;
	if (debounceRendering) options.debounceRendering = debounceRendering;
	else delete options.debounceRendering;
});

addEventListener("afterprint", () => {
	isPrinting.value = false;
});
