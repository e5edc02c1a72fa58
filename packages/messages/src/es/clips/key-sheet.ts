import type * as english from '../../en/clips/key-sheet.ts'
import type { Wording } from '../../wording.ts'

export const keySheetWords: Wording<typeof english.keySheetWords> = {
  title: 'Teclas',
  text: 'Funcionan en cualquier lugar, salvo mientras escribes.',
  open: 'Teclas',
  close: 'Cerrar',
  keys: {
    left: 'Izquierda',
    right: 'Derecha',
    shift: 'Mayús',
    space: 'Espacio',
    ctrl: 'Ctrl',
  },
  meanings: {
    second: 'mover el extremo elegido 1\u00a0segundo',
    fiveSeconds: 'moverlo 5\u00a0segundos',
    frame: '1\u00a0fotograma atrás o adelante',
    here: 'marcar inicio o fin aquí',
    preview: 'abrir o cerrar la vista previa',
    pace: 'más lento, pausa, más rápido',
    download: 'descargar',
    addRange: 'añadir tramo',
    undo: 'deshacer, rehacer',
    sheet: 'mostrar estas teclas',
  },
}
