import type * as english from '../../en/clips/finished.ts'
import type { Wording } from '../../wording.ts'

export const finishedWords: Wording<typeof english.finishedWords> = {
  receipt: 'Quelle précision\u202f?',
  play: 'Lire',
  closePlayer: 'Fermer le lecteur',
  player: (name) => `Le clip\u202f: ${name}`,
  cannotPlay: 'Impossible de lire le clip. Il a peut-être expiré, ou le stockage de fichiers est hors service.',
  share: 'Partager',
  preparing: 'Préparation...',
  ready: 'Prêt à partager',
  readyText: 'Appuyez encore une fois sur Partager.',
  shareFailed: 'Échec du partage',
  shareFailedText: 'Votre navigateur l’a refusé. Enregistrez le clip et partagez le fichier, ou copiez le lien.',
  deleteNow: 'Supprimer',
  deleteSure: 'Vraiment supprimer\u202f?',
}

export const recentClipsWords: Wording<typeof english.recentClipsWords> = {
  title: 'Récents',
  text: 'Les clips coupés dans ce navigateur. Chacun est supprimé à la fin de son délai.',
  save: 'Télécharger',
  saving: 'Enregistrement...',
  openTrim: 'Ouvrir l’extrait',
}
