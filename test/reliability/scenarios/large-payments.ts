import type { Resource } from "../reported.ts";

/** Payments so large that 13 or 14 of them make the next payment of their invoice move them to a page. */
export const largePayments = (count: number): Resource[] =>
	Array.from({ length: count }, () => ({
		slug: "inv-0",
		amount: 0.01,
		narration: "😀".repeat(500),
		utr: "😀".repeat(60),
	}));
