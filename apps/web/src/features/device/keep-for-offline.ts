import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import { DEVICE_PATH } from '@kerf/domain/site/device-policy'
import { LANGUAGE } from '#messages/language.ts'

/** Keeps this page and the engine in the browser, so that files are cut without a network, too. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD) return
  const script = `${BASE_PATH}/device-offline.${LANGUAGE}.js`
  // A browser without service workers, or one that denies them, needs a network.
  navigator.serviceWorker?.register(script, { scope: BASE_PATH + DEVICE_PATH }).catch(() => undefined)
}
