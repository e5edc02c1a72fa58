import type * as english from '../en/tools.ts'
import type { Wording } from '../wording.ts'

export const toolsWords: Wording<typeof english.toolsWords> = {
  lead: 'Llega aquí directamente desde un video.',
  bookmarklet: {
    title: 'Un marcador',
    text: 'Arrastra este botón a tu barra de marcadores. Púlsalo en cualquier página con un video: el video se abre aquí, desde el punto en que se está reproduciendo.',
    name: (product) => `Cortar en ${product}`,
    pressed: 'No lo pulses aquí. Arrástralo a tu barra de marcadores.',
    byHand: 'Si no puedes arrastrarlo, crea un marcador de cualquier página y reemplaza su dirección por este texto:',
  },
  phone: {
    title: 'Un teléfono',
    android:
      'Android: abre el menú de tu navegador y añade este sitio a la pantalla de inicio. Desde entonces aparece en la lista cuando compartes un video.',
    iphone:
      'iPhone: crea un marcador y reemplaza su dirección por el texto de arriba. Ábrelo mientras ves un video en el navegador.',
  },
  extension: {
    title: 'La extensión del navegador',
    text: 'En YouTube marca dónde empiezan y terminan los clips, con Alt+I y Alt+O. “Cortar en Kerf” los abre todos aquí. No necesita ningún permiso salvo el de YouTube y no descarga nada.',
    install: 'Viene con el código fuente de este sitio:',
    load: 'Chrome y Edge: abre chrome://extensions, activa el modo de desarrollador y carga apps/extension/dist/chrome-mv3. Firefox: abre about:debugging y carga apps/extension/dist/firefox-mv3 como complemento temporal.',
  },
  programs: {
    title: 'Programas y asistentes',
    text: 'Con una clave de API, tus scripts y la línea de comandos cortan aquí. La línea de comandos viene con el código fuente de este sitio:',
    assistants: 'Los asistentes que hablan MCP encuentran sus herramientas en esta dirección:',
    keys: 'Claves de API',
  },
}
