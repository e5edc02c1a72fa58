import type * as english from '../../en/clips/device.ts'
import type { Wording } from '../../wording.ts'

export const deviceWords: Wording<typeof english.deviceWords> = {
  title: 'Cortar un archivo en este dispositivo',
  lead: 'Abre un archivo de video o audio, elige el inicio y el final al fotograma y guarda exactamente esa parte. Corta tu navegador: no se sube nada y el navegador no permite a esta página ninguna conexión que pueda enviar el archivo. El navegador debe poder decodificar y codificar video por sí mismo, como las versiones actuales de Chrome, Edge, Firefox y Safari.',
  open: 'Abrir un archivo',
  orDrop: 'o suéltalo en cualquier lugar de esta página.',
  openAnother: 'Abrir otro archivo',
  opening: (name) => `Abriendo ${name}`,
  nothingSent: 'Este archivo no sale de este dispositivo.',
  busy: 'Se está cortando un clip. Después se podrá abrir otro archivo.',
  oneAtATime: (name) => `Los archivos se abren de uno en uno. Se ha tomado ${name}.`,
  unsaved: (name) => `El clip aún no está guardado. Guárdalo abajo o abre ${name} sin él.`,
  openWithout: 'Abrir sin guardar',
  stay: 'Quedarse aquí',
  plan: (copied, encoded) => `${copied} fotogramas originales, ${encoded} recodificados.`,
  bar: 'Guardar el clip',
  form: 'Guardar como',
  forms: {
    video: 'MP4 (H.264)',
    original: (codec) => `Original (${codec})`,
    m4a: 'Audio, M4A',
    mp3: 'Audio, MP3',
    opus: 'Audio, Opus',
    flac: 'Audio, FLAC',
    wav: 'Audio, WAV',
  },
  cropAndFades: 'Recorte y fundidos',
  fades: 'Fundidos',
  fadeNote: 'Al inicio y al final.',
  videoFadeNote: 'Al inicio y al final. El de imagen recodifica todos los fotogramas.',
  save: 'Cortar y guardar',
  cutting: 'Cortando...',
  progress: 'Progreso del corte',
  cancel: 'Cancelar el corte',
  saved: 'Guardado:',
  made: 'Listo, pero aún sin guardar:',
  choosePlace: 'Guardar el clip',
  failed: 'El clip no se ha creado.',
  exactness: 'Tu clip',
  linked: {
    title: 'Cortar un enlace en este dispositivo',
    lead: (host) =>
      `Tu navegador lee el archivo de ${host} y lo corta. Ese sitio ve tu dirección de red, como en cualquier descarga. Nada del archivo pasa por este servidor.`,
    source: (host) => `Se lee de ${host}, que ve tu dirección de red. Este servidor no recibe nada del archivo.`,
    retry: 'Intentar de nuevo',
    unfit:
      'Esta página no puede leer este enlace. Acepta enlaces directos a archivos de medios por HTTPS, y ninguna lista de reproducción.',
  },
  refusals: {
    insecure:
      'Los navegadores solo cortan archivos en páginas abiertas por HTTPS. Pídeselo a quien administra este servidor.',
    webcodecs:
      'Este navegador no puede decodificar y codificar video por sí mismo. Usa una versión actual de Chrome, Edge, Firefox o Safari.',
    decodedVideo:
      'Este navegador no puede decodificar el video de este archivo: le falta el códec o la profundidad de color. Puede servir solo el audio u otro navegador.',
    encodedVideo:
      'Este navegador no tiene codificador para video de este tamaño. Puede servir solo el audio u otro navegador.',
    faithfulVideo:
      'El codificador de este navegador estropea el video de este códec: una prueba corta ha salido borrosa. Puede servir MP4 (H.264), solo el audio u otro navegador.',
    decodedAudio: 'Este navegador no puede decodificar el audio de este archivo. Quizá otro pueda.',
    encodedAudio: 'Este navegador no puede codificar audio en esta forma. Elige otra.',
    folder: 'Esto es una carpeta. Suelta uno de sus archivos.',
    not_media: 'Este archivo no es un video ni un audio que Kerf pueda leer.',
    unsupported_media:
      'Este navegador no puede cortar este archivo. Quizá pueda otra forma, otro navegador o Kerf en la línea de comandos.',
    broken_media: 'Este archivo está dañado: su índice no coincide con su contenido.',
    unfinished_media: 'Esta grabación no se terminó, así que no tiene índice.',
    range_outside: 'El inicio y el final deben estar dentro del archivo.',
    nothing_in_range: 'No hay nada que mostrar ni reproducir en este rango.',
    begins_later: (time) => `El primer fotograma que se puede mostrar está en ${time}. Elige un final posterior.`,
    too_long: 'Este rango es demasiado largo para esta forma.',
    too_large: 'Este archivo necesita más memoria de la que puede usar una página.',
    does_not_fit: 'El clip no cabe en el límite.',
    source_failed: 'No se ha podido leer el archivo. Quizá se haya modificado, movido o eliminado. Ábrelo de nuevo.',
    sink_failed:
      'No se ha podido escribir el clip. Puede que el disco, o el espacio que el navegador concede a esta página, esté lleno, o que el lugar esté protegido.',
    cancelled: 'Se ha cancelado el corte.',
    link_offline: 'No tienes conexión. Inténtalo de nuevo cuando vuelvas a tenerla.',
    link_unreachable: 'El sitio de este enlace no responde.',
    link_closed:
      'El sitio de este enlace no deja que páginas de otros sitios lean sus archivos. Descarga el archivo y ábrelo aquí.',
    link_redirected: 'Este enlace lleva a otro sitio. Esta página solo puede leer del sitio del enlace.',
    link_refused: 'El sitio de este enlace no entrega este archivo. Quizá ya no exista o requiera iniciar sesión.',
    link_whole:
      'El sitio de este enlace solo envía el archivo entero o no indica su tamaño. Descarga el archivo y ábrelo aquí.',
    link_changed: 'El archivo de este enlace ha cambiado desde que se abrió. Recarga la página.',
    link_interrupted: 'El sitio de este enlace ha dejado de enviar el archivo. Inténtalo de nuevo.',
    engine_failed: 'Algo ha salido mal. Recarga la página e inténtalo de nuevo.',
    engine_not_loaded:
      'No se ha podido cargar el código que corta archivos. Comprueba tu conexión, recarga la página y abre el archivo de nuevo.',
    engine_ended:
      'El navegador ha terminado el corte, quizá por falta de memoria. Inténtalo de nuevo o elige una parte más corta u otra forma.',
    engine_stuck:
      'Nada se ha movido durante un minuto, así que el corte se ha terminado. Quizá un códec de este navegador se haya bloqueado. Inténtalo de nuevo. Puede servir otra forma u otro navegador.',
  },
}
