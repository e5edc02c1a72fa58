import type { AdminHealth } from '@kerf/contract/admin-settings'
import { failing, ok, say } from '@kerf/domain/health/health-check'
import { beginningOf } from '@kerf/domain/text/plain-text'
import type { MediaEngine } from '../../ports/media.ts'
import type { Deps } from '../shared/deps.ts'

/** Asking starts a process: whoever looks at the panel all day starts few. */
const GOOD_FOR_MILLISECONDS = 10 * 60_000
const BAD_FOR_MILLISECONDS = 60_000

type EngineCheck = AdminHealth['checks']['engine']

/** Whether media can be read and written here at all, by what. Asked in a process of its own, and kept for a while. */
export function checkEngine({
  engine,
  clock,
  memory,
}: Pick<Deps, 'clock' | 'memory'> & { engine: Pick<MediaEngine, 'version'> }): Promise<EngineCheck> {
  const now = clock.now().getTime()
  if (memory.engineCheck && now < memory.engineCheck.until) return memory.engineCheck.check
  const asked = { check: ask(), until: now + GOOD_FOR_MILLISECONDS }
  memory.engineCheck = asked
  return asked.check

  async function ask(): Promise<EngineCheck> {
    try {
      const version = await engine.version()
      return { ...ok(say('engine_ok', version)), version }
    } catch (error) {
      asked.until = now + BAD_FOR_MILLISECONDS
      return { ...failing(say('engine_broken', reasonOf(error))), version: null }
    }
  }
}

/** The line of what a process wrote at its end that tells why; the rest says where, which is for nobody here. */
function reasonOf(error: unknown): string {
  const lines = String((error as Error | null)?.message ?? error).split('\n')
  const line = lines.find((text) => /^\w*Error\b/.test(text.trim())) ?? lines[0] ?? ''
  return beginningOf(line.trim().replace(/\.$/, ''), 200)
}
