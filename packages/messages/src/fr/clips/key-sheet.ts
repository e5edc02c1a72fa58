import type * as english from '../../en/clips/key-sheet.ts'
import type { Wording } from '../../wording.ts'

export const keySheetWords: Wording<typeof english.keySheetWords> = {
  title: 'Touches',
  text: 'Elles agissent partout, sauf pendant la saisie.',
  open: 'Touches',
  close: 'Fermer',
  keys: {
    left: 'Gauche',
    right: 'Droite',
    shift: 'Maj',
    space: 'Espace',
    ctrl: 'Ctrl',
  },
  meanings: {
    second: 'déplacer le repère choisi d’1\u00a0seconde',
    fiveSeconds: 'le déplacer de 5\u00a0secondes',
    frame: '1\u00a0image en arrière ou en avant',
    here: 'placer le début ou la fin ici',
    preview: 'ouvrir ou fermer l’aperçu',
    pace: 'plus lent, pause, plus vite',
    download: 'télécharger',
    addRange: 'ajouter une plage',
    undo: 'annuler, rétablir',
    sheet: 'afficher ces touches',
  },
}
