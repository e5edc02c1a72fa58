/**
 * How many jobs a second one machine gets done when so many run at every moment: each works on a core for a while and waits, for
 * the network and the like, for a while; cores are shared when there are too few. The machine repairman's problem (M/M/c//N):
 * exact for exponential times, and hardly else for others, because what counts is how often all jobs want a core at once.
 * @param jobs at a time
 * @param coreSeconds on a core, each
 * @param waitSeconds away from it, each
 * @param cores how many there are; need not be whole: others may have a part of the machine
 */
export function closedThroughput(jobs: number, coreSeconds: number, waitSeconds: number, cores: number): number {
  if (coreSeconds <= 0) return jobs / waitSeconds
  if (waitSeconds <= 0) return Math.min(jobs, cores) / coreSeconds
  // State n: so many want a core. Weights relative to state 0.
  let weight = 1
  let total = 1
  let working = 0
  for (let wanting = 1; wanting <= jobs; wanting++) {
    const joins = (jobs - wanting + 1) / waitSeconds
    const leaves = Math.min(wanting, cores) / coreSeconds
    weight *= joins / leaves
    total += weight
    working += weight * Math.min(wanting, cores)
  }
  return working / total / coreSeconds
}
