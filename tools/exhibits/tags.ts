/** The groups of endpoints in the OpenAPI document. */
export const tags = [
	{ name: "SKUs", description: "Stock keeping units of the inventory." },
	{ name: "Purchase orders", description: "Drafts and active orders." },
	{ name: "Vendors", description: "Whom the organization buys from." },
	{
		name: "Payment requests",
		description: "Vendor advances.",
	},
	{
		name: "Approvals",
		description: "Deciding, resubmitting and cancelling payment requests.",
	},
	{ name: "Invoices", description: "What vendors are owed." },
	{
		name: "Payments",
		description: "Recording payments against invoices, and batches of them.",
	},
	{
		name: "Payment runs",
		description:
			"Lists of payments that one person prepares, the service checks, and another person releases.",
	},
	{
		name: "Attempts",
		description: "Outcomes of requests whose response was lost.",
	},
	{
		name: "Events",
		description: "What has changed, for systems that keep a copy.",
	},
	{
		name: "Organization",
		description: "Policies, entities, taxes and tags that requests refer to.",
	},
] as const;

export type TagName = (typeof tags)[number]["name"];
