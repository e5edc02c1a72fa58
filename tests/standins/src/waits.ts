/**
 * Limits of all waits of tests. They end tests that hang. Even a busy machine, which is many times slower, stays below.
 */
export const MAX_WAIT_MILLISECONDS = 300_000
export const MAX_TEST_MILLISECONDS = 900_000

/** Options of `vi.waitFor` and `vi.waitUntil`. The configuration of tests gives the same to `expect.poll`. */
export const PATIENTLY = { timeout: MAX_WAIT_MILLISECONDS, interval: 50 }

/** Options of every project of tests. */
export const WAITS = {
  testTimeout: MAX_TEST_MILLISECONDS,
  hookTimeout: MAX_TEST_MILLISECONDS,
  expect: { poll: { timeout: MAX_WAIT_MILLISECONDS } },
}
