import { signal } from "@preact/signals";
import { options } from "preact";

/** The page is being printed: what is on the screen a part at a time is there as a whole. */
export const isPrinting = signal(false);

addEventListener("beforeprint", () => {
	// The browser takes the page as it is when this function ends.
	const { debounceRendering } = options;
	options.debounceRendering = (render) => render();
	isPrinting.value = true;
	if (debounceRendering) options.debounceRendering = debounceRendering;
	else delete options.debounceRendering;
});

addEventListener("afterprint", () => {
	isPrinting.value = false;
});
