/** Property tests take the same cases every time: a failure can be run again. */
export const propertySeed = 20_261_121;
