import { ACCESS_MODES, type AccessMode, DEFAULT_ACCESS } from '@kerf/domain/access/access-mode'

/** Access mode of this server, which it wrote into the page. It only shapes the page: the server checks each call. */
export function serverAccessMode(): AccessMode {
  const { access } = document.documentElement.dataset
  return ACCESS_MODES.find((mode) => mode === access) ?? DEFAULT_ACCESS
}
