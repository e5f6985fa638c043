import { Socket } from "node:net";

/** Preloaded into every process of the emulator's part (`node --import`), Lambda functions included. */

/** Connections to these names lead to the emulator, whatever their port. */
const emulated =
	/(^|\.)(amazonaws\.com|amazoncognito\.com|api\.example\.com|execute-api\.localhost)$/;

const { EMULATOR_PORT } = process.env;
const { connect } = Socket.prototype;

Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
	const [target, ...rest] = given;
	const isEmulated = isTarget(target) && emulated.test(`${target.host}`);
	const led = { host: "127.0.0.1", port: EMULATOR_PORT };
	const to = isEmulated ? { ...target, ...led } : target;
	return Reflect.apply(connect, this, [to, ...rest]);
};

/** TLS names its target so. */
const isTarget = (value: unknown): value is { host?: unknown } =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** The longest that a timer waits: 24 days. */
const forever = 2 ** 31 - 1;
const { setTimeout } = globalThis;

/**
 * The emulator is one thread on a machine that may have other work: it always answers, sometimes late. So the AWS SDK does
 * not give up a call after a time, at which its timer makes an error of this text.
 */
const patient = (
	callback: () => void,
	milliseconds?: number,
	...given: unknown[]
) => {
	const givesUp = /@smithy\/node-http-handler - /.test(`${callback}`);
	const delay = givesUp ? forever : milliseconds;
	return Reflect.apply(setTimeout, undefined, [callback, delay, ...given]);
};

globalThis.setTimeout = Object.defineProperties(
	patient,
	Object.getOwnPropertyDescriptors(setTimeout),
) as typeof setTimeout;
