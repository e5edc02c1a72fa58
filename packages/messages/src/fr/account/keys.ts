import { MAX_KEY_NAME } from '@kerf/domain/access/api-key'
import type * as english from '../../en/account/keys.ts'
import type { Wording } from '../../wording.ts'

export const keyWords: Wording<typeof english.keyWords> = {
  title: 'Clés d’API',
  text: 'Avec une clé, l’un de vos programmes crée des clips avec votre compte et vos limites.',
  howTo: 'Un clip en deux appels',
  list: 'Vos clés d’API',
  none: 'Vous n’avez pas de clé d’API.',
  begins: (start) => `${start}…`,
  created: (day) => `créée le ${day}`,
  unused: 'jamais utilisée',
  used: (time) => `dernière utilisation\u202f: ${time}`,
  name: 'Nom',
  nameHint: 'Où vous l’utilisez, par exemple Portable.',
  nameFault: `Saisissez un nom de ${MAX_KEY_NAME}\u00a0caractères au maximum.`,
  create: 'Créer une clé',
  shownTitle: 'Votre nouvelle clé d’API',
  shownText: 'Copiez-la maintenant. Elle ne sera plus affichée.',
  copy: 'Copier la clé',
  close: 'Fermer',
  revoke: 'Révoquer',
  revokeNamed: (name) => `Révoquer ${name}`,
  revokeTitle: 'Révoquer cette clé d’API\u202f?',
  revokeText: (name) =>
    `Les programmes qui utilisent «\u202f${name}\u202f» ne recevront plus de clips. Ceux qu’ils ont déjà demandés seront quand même créés.`,
  keep: 'La garder',
  revoked: 'Clé d’API révoquée',
  whenReset:
    'Un nouveau mot de passe révoque toutes les clés, sauf choix contraire. Choisi par e-mail, il les révoque toujours.',
}
