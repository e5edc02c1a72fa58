import { NO_TRACING, type Tracing } from '../ports/tracing.ts'
import type { Settings } from './environment/environment.ts'

/** Tracing as the standard variables say; without them nothing of it is even loaded. Ends with what is opened. */
export async function startTracing(
  { tracing: settings }: Pick<Settings, 'tracing'>,
  { role, version }: { role: string; version: string },
  opened: AsyncDisposableStack,
): Promise<Tracing> {
  if (settings === null) return NO_TRACING
  const { openTracing } = await import('../adapters/tracing/open-tracing.ts')
  const tracing = await openTracing({ ...settings, serviceVersion: version, role })
  opened.defer(() => tracing.close())
  return tracing
}
