const CHECK_TIMEOUT_MILLISECONDS = 3000

/** What a check hears in time; a part that is silent is as good as one that says no. Throws what the work throws. */
export function withinTime<T>(work: Promise<T>): Promise<T> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no answer')), CHECK_TIMEOUT_MILLISECONDS).unref()
  })
  return Promise.race([work, timeout])
}
