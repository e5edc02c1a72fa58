import type * as english from '../en/asides.ts'
import type { Wording } from '../wording.ts'

export const proWords: Wording<typeof english.proWords> = {
  label: 'Publicidad propia',
  text: 'Pro: hasta 4K, sin límite diario, varios clips a la vez.',
  plans: 'Ver planes',
}

export const notFoundWords: Wording<typeof english.notFoundWords> = {
  title: 'Esta parte se cortó',
  text: 'No hay ninguna página en esta dirección. Puede que el enlace sea antiguo o esté mal escrito.',
  action: 'Cortar un video',
}
