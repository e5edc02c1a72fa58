/**
 * How many jobs a second one machine gets done when so many run at every moment: each works on a core for a while and waits for the
 * network for a while, and cores are shared when there are too few. The machine repairman's problem (M/M/c//N).
 * @param cores need not be whole: others may have a part of the machine
 */
export function closedThroughput(jobs: number, coreSeconds: number, waitSeconds: number, cores: number): number {
  if (waitSeconds <= 0) return Math.min(jobs, cores) / coreSeconds
  // Each state, so many that want a core, weighed against the state in which nobody does.
  let weight = 1
  let total = 1
  let working = 0
  for (let wanting = 1; wanting <= jobs; wanting++) {
    weight *= (((jobs - wanting + 1) / waitSeconds) * coreSeconds) / Math.min(wanting, cores)
    total += weight
    working += weight * Math.min(wanting, cores)
  }
  return working / total / coreSeconds
}

/** How long jobs wait on average that come at random to so many workers and take an exponential time (M/M/c, Erlang's C). */
export function meanWaitSeconds(jobsPerSecond: number, meanServiceSeconds: number, workers: number): number {
  const offered = jobsPerSecond * meanServiceSeconds
  if (offered >= workers) return Number.POSITIVE_INFINITY
  let blocked = 1
  for (let worker = 1; worker <= workers; worker++) blocked = (offered * blocked) / (worker + offered * blocked)
  const waitingShare = blocked / (1 - (offered / workers) * (1 - blocked))
  return (waitingShare * meanServiceSeconds) / (workers - offered)
}

/**
 * The fewest workers with which jobs wait so long at most, on average. Where times vary more than exponential ones do, the wait is
 * longer by half of what their squared variation is above one (Allen and Cunneen).
 * @param variation standard deviation of the service time divided by its mean
 */
export function workersForWait(
  jobsPerSecond: number,
  meanServiceSeconds: number,
  mostWaitSeconds: number,
  variation = 1,
): number {
  const stretch = (1 + variation ** 2) / 2
  let workers = Math.max(1, Math.floor(jobsPerSecond * meanServiceSeconds) + 1)
  while (meanWaitSeconds(jobsPerSecond, meanServiceSeconds, workers) * stretch > mostWaitSeconds) workers += 1
  return workers
}
