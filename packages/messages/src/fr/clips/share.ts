import type * as english from '../../en/clips/share.ts'
import type { Wording } from '../../wording.ts'

export const shareWords: Wording<typeof english.shareWords> = {
  link: 'Lien public',
  text: 'Toute personne qui a ce lien peut voir et enregistrer le clip jusqu’à sa suppression. Aucun compte n’est nécessaire.',
  make: 'Créer un lien public',
  copy: 'Copier le lien',
  copied: 'Lien copié',
  copyFailed: 'Copiez le lien depuis le champ.',
  opened: (count) => (count === 1 ? 'Ouvert une fois' : `Ouvert ${count} fois`),
  end: 'Reprendre le lien',
  ended: 'Lien repris',
  endedText: 'Plus personne ne peut l’ouvrir.',
  off: 'Ce serveur ne partage pas de clips par un lien public.',
}

export const sharePageWords: Wording<typeof english.sharePageWords> = {
  range: (start, end) => `${start} à ${end}`,
  joined: (count) => `${count} extraits réunis`,
  description: (times) => `${times}, coupé à l’image près`,
  untitled: (label) => `Extrait d’une vidéo, ${label}`,
  anyPart: 'Choisissez l’extrait, à l’image près',
  save: 'Télécharger',
  cutOwn: 'Coupez votre propre clip dans cette vidéo',
  ends: (when) => `Cette page et son clip seront supprimés ${when}.`,
  gone: 'Ce clip n’existe plus',
  goneText:
    'Chaque clip est supprimé en moins d’un jour, et la personne qui l’a coupé peut reprendre le lien à tout moment.',
  rests: 'Ce clip se repose jusqu’à demain',
  restsText: 'Il a été vu aussi souvent que ce serveur le permet en un jour.',
  home: 'Coupez votre propre clip',
}
