/** A slower source takes a slot that others could use. */
const LEAST_BYTES_PER_SECOND = 10_000
/** What is asked for in small parts takes a source's time for each of them: a read counts as at least so much. */
const LEAST_BYTES_PER_READ = 16_000
const CHECKS_PER_WINDOW = 5

export interface RateWatch {
  /** Somebody waits for bytes from now on; returns callbacks for bytes that came and for the end of the wait. */
  begin(): { came(bytes: number): void; end(): void }
  stop(): void
}

/** Calls `tooSlow` once when a source sends too slowly for too long and others wait. */
export function watchRate(
  milliseconds: number,
  othersWait: () => boolean | Promise<boolean>,
  tooSlow: (message: string) => void,
): RateWatch {
  let [readers, bytes, waited, since] = [0, 0, 0, 0]
  function settle(): void {
    const now = performance.now()
    if (readers > 0) waited += now - since
    since = now
  }
  // If it is unknown whether others wait, as while the database is away, nothing is ended.
  const timer = setInterval(() => void check().catch(() => undefined), milliseconds / CHECKS_PER_WINDOW)
  async function check(): Promise<void> {
    settle()
    if (waited < milliseconds) return
    const bytesPerSecond = Math.round((bytes * 1000) / waited)
    // Forgotten by and by: who comes in the meantime does not wait for all of it again.
    bytes /= 2
    waited /= 2
    if (bytesPerSecond >= LEAST_BYTES_PER_SECOND || !(await othersWait())) return
    clearInterval(timer)
    tooSlow(`the source sends ${bytesPerSecond} bytes a second, and others wait`)
  }
  return {
    begin() {
      settle()
      readers += 1
      let ofThis = 0
      const came = (count: number): void => {
        ofThis += count
        bytes += count
      }
      return {
        came,
        end() {
          settle()
          readers -= 1
          came(Math.max(0, LEAST_BYTES_PER_READ - ofThis))
        },
      }
    },
    stop: () => clearInterval(timer),
  }
}
