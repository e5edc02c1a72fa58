/**
 * What a queue before c workers does when jobs come at random and take an exponential time (M/M/c).
 * Source: any book on queues; by the recursion of Erlang's B, which stays within numbers for thousands of workers.
 */
export interface QueueFigures {
  /** How much of the workers' time is taken, 0 to 1. */
  utilisation: number
  /** How many of the jobs find every worker taken, 0 to 1. */
  waitingShare: number
  /** Over all jobs, also those that did not wait. */
  meanWaitSeconds: number
}

/** @throws RangeError for no workers */
export function erlangC(jobsPerSecond: number, meanServiceSeconds: number, workers: number): QueueFigures {
  if (!(workers >= 1)) throw new RangeError(`A queue needs a worker, not ${workers}.`)
  const offered = jobsPerSecond * meanServiceSeconds
  const utilisation = offered / workers
  if (utilisation >= 1) return { utilisation: 1, waitingShare: 1, meanWaitSeconds: Number.POSITIVE_INFINITY }
  let blocked = 1
  for (let worker = 1; worker <= workers; worker++) blocked = (offered * blocked) / (worker + offered * blocked)
  const waitingShare = blocked / (1 - utilisation * (1 - blocked))
  return { utilisation, waitingShare, meanWaitSeconds: (waitingShare * meanServiceSeconds) / (workers - offered) }
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
  while (erlangC(jobsPerSecond, meanServiceSeconds, workers).meanWaitSeconds * stretch > mostWaitSeconds) workers += 1
  return workers
}
