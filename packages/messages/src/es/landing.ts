import type * as en from '../en/landing.ts'
import type { Wording } from '../wording.ts'

export const featureWords: Wording<typeof en.featureWords> = {
  title: 'El corte cae en el fotograma que elegiste',
  lead: 'Los videos se guardan en grupos de fotogramas que dependen unos de otros. Por eso, casi todas las herramientas cortan donde empieza un grupo y esperan que no lo notes. Kerf recodifica los pocos fotogramas de los bordes y copia el resto intacto.',
  usual: {
    title: 'Un corte normal',
    text: 'Empieza donde empieza un grupo de fotogramas. Lo que no querías se queda dentro, visible u oculto.',
    drawing: 'Una línea de tiempo cortada sin precisión: sobran fotogramas antes del inicio y después del fin',
  },
  exact: {
    title: 'Kerf',
    text: '0 fotogramas de más, ninguno oculto en el archivo. Cada clip trae su comprobante.',
    drawing: 'Una línea de tiempo cortada exactamente en el inicio y en el fin',
  },
  key: { cut: 'donde tú cortas', leak: 'lo que deja un corte normal' },
  words: {
    title: 'Cortar por sus palabras',
    text: 'En un video con subtítulos, presionas la primera y la última palabra de tu clip. En el ejemplo nadie habla, así que estas palabras dicen lo que se ve. Presiona algunas.',
    shots: [
      'Un barco al amanecer,',
      'aves sobre las colinas,',
      'un globo al mediodía,',
      'árboles en la niebla,',
      'una carretera al anochecer,',
      'una carpa bajo las estrellas.',
    ],
    quote: 'O pega un enlace con una frase entre comillas: ENLACE “las palabras que se dijeron”.',
  },
  seam: {
    title: 'Los dos lados de un corte',
    text: (time) => `El ejemplo, cortado en ${time}. Estos son sus fotogramas.`,
    outside: 'Último fotograma fuera',
    first: 'Primer fotograma del clip',
    leftIn: (frames) => `Una copia simple empieza aquí y deja ${frames} fotogramas de más`,
    open: 'Abrir el ejemplo en este corte',
  },
  facts: [
    ['Rápido', 'Solo se lee tu parte, por largo que sea el video.'],
    ['Hasta 4K', 'O 360p, si te basta. Ves el tamaño estimado antes de descargar.'],
    ['Solo audio', 'MP3 o sin pérdida, cortado con la misma exactitud que el video.'],
    ['Sin marca de agua', 'Lo que cortas es lo que recibes.'],
    ['También en el teléfono', 'La misma línea de tiempo, los mismos tiradores, los mismos fotogramas.'],
    ['Privado', 'No necesitas cuenta. Los archivos se eliminan solos en menos de 24\u00a0horas.'],
  ],
}

export const questionWords: Wording<typeof en.questionWords> = {
  list: [
    {
      question: '¿Qué significa “exacto al fotograma”?',
      answer:
        'El primer fotograma de tu clip es el de tu inicio, y el último es el anterior a tu final. En el archivo no hay ningún otro, ni siquiera oculto, y el audio empieza y termina a la misma hora. Kerf comprueba cada clip antes de dártelo. “Ver exactitud”, a su lado, dice qué se copió y qué se recodificó.',
    },
    {
      question: '¿Qué se guarda, y cuánto tiempo?',
      answer:
        'Tu clip, 24\u00a0horas como máximo. “Eliminar ahora” lo borra antes. Sin cuenta, la lista de tus enlaces y descargas se guarda bajo un número al azar en una cookie, sin tu nombre ni tu dirección IP. Un enlace del que no descargaste nada desaparece al cabo de un día. No hay rastreadores.',
      openToAll: 'No necesitas cuenta.',
    },
    {
      question: '¿Funciona en un teléfono?',
      answer:
        'Sí, en su navegador, con la misma línea de tiempo, los mismos fotogramas y formatos. En un iPhone, el clip está en la app Archivos, en Descargas. “Compartir” y “Guardar video” lo ponen entre tus fotos. En Android está en Descargas, y la mayoría de las galerías también lo muestran.',
    },
  ],
}
