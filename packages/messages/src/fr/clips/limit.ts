import type * as english from '../../en/clips/limit.ts'
import type { Wording } from '../../wording.ts'

export const limitWords: Wording<typeof english.limitWords> = {
  used: (used, limit) => `${used} ${used < 2 ? 'téléchargement utilisé' : 'téléchargements utilisés'} sur ${limit}.`,
  account: (daily) => `Un compte gratuit en donne ${daily} par jour.`,
  signUp: 'S’inscrire',
}
