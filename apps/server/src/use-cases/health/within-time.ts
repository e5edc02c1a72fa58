const CHECK_TIMEOUT_MILLISECONDS = 3000

/** Result of `work`, or an error if there is none in time. Also throws the error of `work`. */
export function withinTime<T>(work: Promise<T>): Promise<T> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no answer')), CHECK_TIMEOUT_MILLISECONDS).unref()
  })
  return Promise.race([work, timeout])
}
