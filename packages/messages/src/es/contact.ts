import { MAX_RETENTION_HOURS } from '@kerf/domain/jobs/retention'
import { MAX_NOTICE_LINKS, NOTICE_LENGTHS } from '@kerf/domain/moderation/dmca-rules'
import { CHAT_HOURS, CONTACT_LENGTHS, CONTACT_REPLY_HOURS } from '@kerf/domain/people/contact-rules'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../en/contact.ts'
import type { Wording } from '../wording.ts'

const { name, subject, message } = CONTACT_LENGTHS
const tooLong = (max: number) => `${max} caracteres como máximo`
const atLeast = (min: number) => `Al menos ${min} caracteres`

export const contactWords: Wording<typeof english.contactWords> = {
  lead: 'Escribe a quienes administran este servidor.',
  fields: { name: 'Nombre', email: 'Correo electrónico', subject: 'Asunto', message: 'Mensaje' },
  faults: {
    name: { too_big: tooLong(name.max), otherwise: atLeast(name.min) },
    email: { otherwise: 'Introduce un correo electrónico válido' },
    subject: { too_big: tooLong(subject.max), otherwise: atLeast(subject.min) },
    message: { too_big: tooLong(message.max), otherwise: atLeast(message.min) },
  },
  send: 'Enviar mensaje',
  sending: 'Enviando…',
  failed: 'No se pudo enviar tu mensaje',
  sentTitle: 'Mensaje enviado',
  sent: `Recibirás una respuesta en un plazo de ${CONTACT_REPLY_HOURS}\u00a0horas.`,
  otherWays: 'Otras vías',
  email: {
    title: 'Soporte por correo',
    text: 'Los mensajes del formulario llegan al buzón del operador.',
    kept: 'Este servidor no envía correos. Los mensajes del formulario se guardan para quienes lo administran.',
    reply: `Recibirás una respuesta por correo en un plazo de ${CONTACT_REPLY_HOURS}\u00a0horas.`,
  },
  chat: {
    title: 'Chat en vivo',
    hours: `Disponible de ${CHAT_HOURS.fromHour}:00 a ${CHAT_HOURS.toHour}:00 EST`,
    yours: (from, to) => `En tu zona horaria: de ${from} a ${to}.`,
    during: 'Ahora está dentro de este horario',
    outside: 'Ahora está fuera de este horario',
    open: 'Abrir el chat',
  },
  newsletter: {
    title: 'Boletín',
    text: `Novedades de ${PRODUCT_NAME}, de vez en cuando.`,
    field: 'Correo para el boletín',
    subscribe: 'Suscribirme',
    subscribing: 'Enviando…',
    failed: 'No se pudo hacer la suscripción',
    doneTitle: 'Falta un paso',
    done: 'Revisa tu correo para confirmar. Hasta entonces no recibirás ningún boletín.',
  },
}

const lengths = NOTICE_LENGTHS

export const dmcaWords: Wording<typeof english.dmcaWords> = {
  title: 'Aviso DMCA',
  lead: '¿Se publicó tu video sin tu permiso y se puede cortar aquí? Avisa a quienes administran este servidor. Un aviso tiene seis elementos.',
  elements: {
    work: 'La obra',
    links: 'Dónde se infringe',
    person: 'Quién eres',
    goodFaith: 'Buena fe',
    accurate: 'Exactitud',
    signature: 'Firma',
  },
  fields: {
    work: 'Tu obra',
    workHint: 'Su título y dónde se puede ver el original. Si son varias, enuméralas.',
    links: 'Los enlaces infractores',
    linksHint: 'Enlaces a videos o clips, uno por línea.',
    name: 'Nombre completo',
    address: 'Dirección postal',
    phone: 'Teléfono',
    email: 'Correo electrónico',
    goodFaith:
      'Creo de buena fe que el uso del material no está autorizado por el titular de los derechos de autor, su representante ni la ley.',
    accurate:
      'La información de este aviso es exacta y, bajo pena de perjurio, soy el titular de un derecho exclusivo presuntamente infringido, o estoy autorizado a actuar en su nombre.',
    signature: 'Firma',
    signatureHint: 'Escribe tu nombre completo. Vale como tu firma electrónica.',
  },
  faults: {
    work: {
      missing: 'Indica de qué obra se trata',
      too_big: tooLong(lengths.work.max),
      otherwise: atLeast(lengths.work.min),
    },
    links: {
      missing: 'Introduce al menos un enlace',
      too_big: `En un aviso caben ${MAX_NOTICE_LINKS} enlaces como máximo`,
      otherwise: 'Cada línea debe ser un enlace completo que empiece por https://',
    },
    name: {
      missing: 'Introduce tu nombre completo',
      too_big: tooLong(lengths.name.max),
      otherwise: atLeast(lengths.name.min),
    },
    address: {
      missing: 'Introduce tu dirección postal',
      too_big: tooLong(lengths.address.max),
      otherwise: atLeast(lengths.address.min),
    },
    phone: {
      missing: 'Introduce un número de teléfono',
      too_big: tooLong(lengths.phone.max),
      otherwise: 'Introduce un número de teléfono completo',
    },
    email: {
      missing: 'Introduce tu correo electrónico',
      otherwise: 'Introduce un correo electrónico válido',
    },
    goodFaith: { otherwise: 'Un aviso no es válido sin esta declaración' },
    accurate: { otherwise: 'Un aviso no es válido sin esta declaración' },
    signature: {
      missing: 'Firma con tu nombre completo',
      too_big: tooLong(lengths.signature.max),
      otherwise: atLeast(lengths.signature.min),
    },
  },
  send: 'Enviar aviso',
  sending: 'Enviando…',
  failed: 'No se pudo enviar tu aviso',
  sentTitle: 'Aviso enviado',
  reference: 'Referencia:',
  nextTitle: 'Qué pasa después',
  next: [
    'Quienes administran este servidor leen tu aviso.',
    'Si está completo y es correcto, eliminan lo que aún esté aquí.',
    'Te escriben qué hicieron, y pueden reenviar tu aviso a las personas a las que afecta.',
  ],
  another: 'Enviar otro aviso',
  aside: 'Sobre los avisos',
  about: [
    {
      title: 'Qué hay aquí, y por cuánto tiempo',
      text: [
        `${PRODUCT_NAME} no publica nada. Un video solo lo ve quien pegó su enlace, y un clip solo quien lo cortó. Los clips se eliminan en menos de ${MAX_RETENTION_HOURS}\u00a0horas.`,
        'El original sigue donde se publicó. Para que lo retiren de allí, escribe a esa plataforma.',
      ],
    },
    {
      title: 'Antes de enviar uno',
      text: [
        'Piensa si el uso puede estar permitido, por ejemplo como uso legítimo (fair use).',
        'Quien declare a sabiendas y en falso que algo infringe derechos puede tener que responder por los daños, según 17 U.S.C. § 512(f). Si tienes dudas, consulta antes a un abogado.',
      ],
    },
  ],
  counter: {
    title: 'Contraaviso',
    text: '¿Se retiró algo tuyo por error o por una identificación equivocada? Escribe por el formulario de contacto, da la referencia del aviso si la conoces e incluye:',
    elements: [
      'qué se retiró y el enlace en el que estaba,',
      'una declaración bajo pena de perjurio de que crees de buena fe que se retiró por error o por una identificación equivocada,',
      'tu nombre, dirección y número de teléfono,',
      'que aceptas la jurisdicción del tribunal federal de distrito de tu dirección, o del lugar donde se opera este servidor si vives fuera de Estados Unidos, y que aceptarás notificaciones judiciales de quien envió el aviso,',
      'tu firma.',
    ],
    after:
      'Lo que se retiró puede restablecerse entre 10 y 14 días hábiles después, salvo que quien envió el aviso acuda a los tribunales.',
    contact: 'Ir al formulario de contacto',
  },
}
