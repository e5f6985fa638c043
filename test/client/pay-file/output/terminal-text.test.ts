import { expect, it } from "vitest";
import { acme, payableInvoices } from "../../../support/acme.ts";
import { pay } from "../../../support/pay.ts";
import { useWorld } from "../../../support/use-world.ts";
import { paymentsFileIn } from "../support/pay-in-world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(1, 5) }));

it("a bank reference that another key has recorded cannot steer the terminal", async () => {
	const utr =
		"\u001b[2K\u001b[1G\u001b]52;c;cm0gLXJmIH4K\u0007\u009b1mAll rows can be paid";
	await pay(world, [{ slug: "inv-0", amount: 5, utr }]);
	const file = paymentsFileIn(world, "slug,amount\ninv-0,5\n");
	const { exitCode, output, errors } = await file.run(["--dry-run"]);
	expect(exitCode).toBe(2);
	expect(output).toContain("UTR \\u001b[2K\\u001b[1G\\u001b]52;c;");
	expect(output + errors).not.toMatch(/(?![\n\t])\p{Cc}/u);
});
