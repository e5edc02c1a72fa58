import type * as english from '../../en/clips/limit.ts'
import type { Wording } from '../../wording.ts'

export const limitWords: Wording<typeof english.limitWords> = {
  used: (used, limit) => `Has usado ${used} de ${limit} ${limit === 1 ? 'descarga' : 'descargas'}.`,
  account: (daily) => `Una cuenta gratis tiene ${daily} al día.`,
  signUp: 'Crear cuenta',
}
