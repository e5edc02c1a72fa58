import { ACCESS_MODES, type AccessMode, DEFAULT_ACCESS } from '@kerf/domain/access/access-mode'

/** Who may cut here, as the server wrote it into the page. It decides nothing: the server checks each call. */
export function pageAccess(): AccessMode {
  const { access } = document.documentElement.dataset
  return ACCESS_MODES.find((mode) => mode === access) ?? DEFAULT_ACCESS
}
