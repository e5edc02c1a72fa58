import type * as english from '../../en/clips/finished.ts'
import type { Wording } from '../../wording.ts'

export const finishedWords: Wording<typeof english.finishedWords> = {
  receipt: 'Ver exactitud',
  play: 'Reproducir',
  closePlayer: 'Cerrar reproductor',
  player: (name) => `El clip: ${name}`,
  cannotPlay:
    'El clip no se puede reproducir. Puede que haya caducado o que el almacén de archivos no esté disponible.',
  share: 'Compartir',
  preparing: 'Preparando...',
  ready: 'Listo para compartir',
  readyText: 'Pulsa Compartir otra vez.',
  shareFailed: 'No se pudo compartir',
  shareFailedText: 'Tu navegador no lo aceptó. Guarda el clip y comparte el archivo, o copia el enlace.',
  deleteNow: 'Eliminar ahora',
  deleteSure: '¿Eliminar de verdad?',
}

export const recentClipsWords: Wording<typeof english.recentClipsWords> = {
  title: 'Recientes',
  text: 'Clips que has cortado en este navegador. Cada uno se elimina cuando se acaba su tiempo.',
  save: 'Descargar',
  saving: 'Guardando...',
  openTrim: 'Abrir fragmento',
}
