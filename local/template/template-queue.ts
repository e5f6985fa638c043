export interface TemplateQueue {
	name: string;
	url: string;
	arn: string;
	/** As SQS wants them: every value a text. */
	attributes: Record<string, string>;
}

/** A queue's properties in the template are its attributes by name, but for these. */
export interface QueueProperties {
	QueueName?: string;
	Tags?: unknown;
	[attribute: string]: unknown;
}

export function toQueue(
	identity: Pick<TemplateQueue, "name" | "url" | "arn">,
	{ QueueName, Tags, ...attributes }: QueueProperties = {},
): TemplateQueue {
	const texts = Object.entries(attributes).map(([name, value]) => [
		name,
		// A policy is an object in the template, and the same as JSON for SQS.
		typeof value === "object" ? JSON.stringify(value) : `${value}`,
	]);
	return { ...identity, attributes: Object.fromEntries(texts) };
}
