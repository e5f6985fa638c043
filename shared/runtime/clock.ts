/** The one place that asks for the time; everything else is given it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
