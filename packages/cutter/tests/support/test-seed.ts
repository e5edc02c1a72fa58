/**
 * What random videos and ranges of tests are made from. The same at every run of `npm test`, so that a red one is about what was
 * changed; `npm run test:hard` hunts with another one each time. A failure names it, and CUTTER_SEED brings it back.
 */
export const testSeed = Number(process.env.CUTTER_SEED ?? 20_261_121)
