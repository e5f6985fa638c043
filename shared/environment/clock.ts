/** The only source of the current time; all other code takes it as an argument. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
