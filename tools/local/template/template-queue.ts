export interface TemplateQueue {
	name: string;
	url: string;
	arn: string;
	/** The attributes as in SQS's API, where every value is a string. */
	attributes: Record<string, string>;
}

/** Template properties whose names differ from those of the queue attributes that they set. */
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
		// A policy is an object in the template and JSON text for SQS.
		typeof value === "object" ? JSON.stringify(value) : `${value}`,
	]);
	return { ...identity, attributes: Object.fromEntries(texts) };
}
