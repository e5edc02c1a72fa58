import type * as english from '../../en/clips/transcript.ts'
import type { Wording } from '../../wording.ts'

export const transcriptWords: Wording<typeof english.transcriptWords> = {
  title: 'Transcription',
  loading: 'Chargement de la transcription…',
  failed: 'Impossible de charger la transcription.',
  empty: 'Ces sous-titres ne contiennent aucun mot.',
  captions: 'Sous-titres',
  automatic: (label) => `${label} (automatiques)`,
  search: 'Rechercher dans la transcription',
  hit: (hitNumber, total) => `${hitNumber} sur ${total}`,
  noHits: 'Aucun résultat',
  previousHit: 'Résultat précédent',
  nextHit: 'Résultat suivant',
  takeHit: 'Utiliser comme extrait',
  list: 'Ce qui est dit, avec les temps',
  keys: 'Les flèches vont de ligne en ligne et de mot en mot. Entrée place le début, Maj et Entrée la fin.',
  pressStart: 'Cliquez sur le premier mot de votre clip, ou faites glisser sur plusieurs mots.',
  tapStart: 'Touchez le premier mot de votre clip, ou maintenez le doigt et faites glisser sur plusieurs mots.',
  pressEnd: 'Choisissez maintenant le dernier mot.',
  follow: 'Suivre la lecture',
  inRange: (counted, count) => `${counted} ${count < 2 ? 'mot' : 'mots'} dans l’extrait`,
  noneInRange: 'Aucun mot dans l’extrait',
  copy: 'Copier les mots',
  copied: 'Mots copiés',
  copiedText: (counted, count) =>
    count === 1
      ? 'Le mot de votre extrait est dans le presse-papiers.'
      : `Les ${counted} mots de votre extrait sont dans le presse-papiers.`,
  notCopied: 'Mots non copiés',
  notCopiedText: 'Votre navigateur a bloqué l’accès au presse-papiers.',
}
