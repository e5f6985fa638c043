/** What the operator asked for cannot be done; the message is one line that says why. */
export class Refusal extends Error {
	override readonly name = "Refusal";
}
