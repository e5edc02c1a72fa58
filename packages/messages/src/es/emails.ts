import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../en/emails.ts'
import type { Wording } from '../wording.ts'

const replyToAnswer = 'Responde a este correo para contestar. La dirección del remitente no se ha verificado.'

export const emailWords: Wording<typeof english.emailWords> = {
  hello: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
  verifyEmail: {
    subject: 'Confirma tu correo',
    lead: `Alguien creó una cuenta en ${PRODUCT_NAME} con este correo. Si fuiste tú, confírmalo aquí.`,
    open: 'Confirmar correo',
    validFor: (duration) => `El enlace funciona una vez y es válido durante ${duration}.`,
    notYou: 'Si no creaste ninguna cuenta, no tienes que hacer nada.',
  },
  welcome: {
    subject: `Te damos la bienvenida a ${PRODUCT_NAME}`,
    lead: 'Tu correo está confirmado. Pega un enlace, elige inicio y fin, y descarga exactamente esa parte.',
    open: 'Cortar un video',
    account: 'Tus descargas están en tu cuenta, en todos tus dispositivos.',
  },
  test: {
    subject: `Correo de prueba de ${PRODUCT_NAME}`,
    lead: 'Si puedes leer esto, los correos de este servidor llegan.',
    address: 'Comprueba que el enlace de abajo abra la dirección que usas. Si no es así, define PUBLIC_URL.',
    open: 'Abrir el panel de administración',
  },
  resetPassword: {
    subject: 'Crea una contraseña nueva',
    lead: `Alguien solicitó una contraseña nueva para tu cuenta de ${PRODUCT_NAME}. Si fuiste tú, créala aquí.`,
    open: 'Crear contraseña nueva',
    token: 'O introduce este código',
    validFor: (duration) =>
      `El enlace y el código funcionan una vez y son válidos durante ${duration}. Una contraseña nueva cierra tu sesión en todos tus dispositivos.`,
    notYou: 'Si no fuiste tú, no tienes que hacer nada. Tu contraseña no cambia.',
  },
  passwordChanged: {
    subject: 'Tu contraseña ha cambiado',
    lead: `Se cambió la contraseña de tu cuenta de ${PRODUCT_NAME}. Si fuiste tú, no tienes que hacer nada.`,
    notYou: 'Si no fuiste tú, crea una contraseña nueva ahora. Eso también cierra las demás sesiones.',
    open: 'Crear contraseña nueva',
  },
  changeEmail: {
    subject: 'Confirma tu correo nuevo',
    lead: `Alguien quiere usar este correo para una cuenta de ${PRODUCT_NAME}. Si fuiste tú, confírmalo aquí.`,
    open: 'Confirmar correo nuevo',
    validFor: (duration) =>
      `El enlace funciona una vez y es válido durante ${duration}. Hasta que lo confirmes, se mantiene el correo actual.`,
    notYou: 'Si no lo pediste tú, no tienes que hacer nada.',
  },
  emailChanged: {
    subject: 'Tu correo ha cambiado',
    lead: `Se cambió el correo de tu cuenta de ${PRODUCT_NAME}. Ya no recibirás en esta dirección más correos sobre ella.`,
    notYou: 'Si no fuiste tú, escribe de inmediato a quienes administran este servidor.',
    open: 'Escribirnos',
  },
  accountDeleted: {
    subject: 'Tu cuenta se ha eliminado',
    lead: `Tu cuenta de ${PRODUCT_NAME} se ha eliminado, con sus videos y descargas. No se puede recuperar.`,
    last: 'Este es el último correo sobre ella.',
    notYou: 'Si no fuiste tú, escribe a quienes administran este servidor:',
  },
  paymentReceipt: {
    subject: (plan, amount) => `Recibo: ${plan}, ${amount}`,
    received: `Recibimos tu pago a ${PRODUCT_NAME}. Tu plan ya está activo y no se renueva automáticamente.`,
    extended: (plan, day) =>
      `Recibimos tu pago a ${PRODUCT_NAME}. Amplía tu ${plan} a partir del ${day}. El plan no se renueva automáticamente.`,
    periods: { none: 'gratis', month: 'un mes', year: 'un año', forever: 'para siempre' },
    open: 'Imprimir el recibo',
  },
  planRefunded: {
    subject: (plan, amount) => `Reembolso: ${plan}, ${amount}`,
    lead: `Este pago a ${PRODUCT_NAME} se reembolsó, y el plan que pagaba ha terminado. Los demás planes que pagaste siguen activos.`,
    open: 'Ver tus pagos',
  },
  planEnds: {
    subject: (plan, day) => `${plan} termina el ${day}`,
    lead: (plan, time) =>
      `Tu plan ${plan} de ${PRODUCT_NAME} termina el ${time}. Nada se renueva solo y no se te cobra nada: a partir de entonces tu cuenta es gratis.`,
    buyAgain: 'Si quieres continuar, cómpralo otra vez. Si lo compras antes de que termine, el tiempo se suma.',
    open: 'Ver los planes',
  },
  accessAdded: {
    key: {
      subject: 'Una nueva clave de API',
      lead: (name) =>
        `Se creó la clave de API «${name}» en tu cuenta de ${PRODUCT_NAME}. Los programas que la tienen cortan clips como tú. Si fuiste tú, no tienes que hacer nada.`,
    },
    webhook: {
      subject: 'Un nuevo webhook',
      lead: (host) =>
        `Se añadió un webhook a ${host} en tu cuenta de ${PRODUCT_NAME}. Avisa a ese servidor cuando un clip tuyo está listo. Si fuiste tú, no tienes que hacer nada.`,
    },
    notYou:
      'Si no fuiste tú, otra persona tiene una sesión abierta en tu cuenta. Elige una nueva contraseña en la configuración: cierra todas las demás sesiones, revoca todas las claves y desactiva todos los webhooks.',
    open: 'Abrir la configuración',
  },
  webhookOff: {
    subject: 'Se desactivó un webhook',
    lead: (host) =>
      `Desde hace más o menos un día, ${host} no acepta lo que ${PRODUCT_NAME} envía a tu webhook. El webhook está ahora desactivado.`,
    waits: 'Los eventos en espera se enviarán cuando lo actives otra vez.',
    open: 'Abrir la configuración',
  },
  confirmNewsletter: {
    subject: 'Confirma tu suscripción al boletín',
    lead: `Alguien introdujo este correo para el boletín de ${PRODUCT_NAME}. Si fuiste tú, confírmalo aquí.`,
    open: 'Confirmar suscripción',
    validFor: (duration) =>
      `El enlace funciona una vez y es válido durante ${duration}. Si no lo abres, no volveremos a escribirte.`,
    notYou: 'Si no lo pediste tú, no tienes que hacer nada. Para eliminar ya tu correo de la lista:',
  },
  newsletter: {
    unsubscribe:
      'Recibes este correo porque te suscribiste. Para cancelar la suscripción y que eliminemos tu dirección:',
  },
  newsletterSubscribed: {
    subject: 'nueva suscripción al boletín',
    lead: (email) => `${email} se suscribió al boletín y lo confirmó.`,
    list: 'Puedes ver todas las suscripciones en el panel de administración.',
  },
  contactMessage: {
    lead: 'Tienes un mensaje nuevo del formulario de contacto.',
    reply: replyToAnswer,
  },
  takedownNotice: {
    subject: 'Aviso DMCA',
    lead: 'Alguien ha denunciado una infracción de derechos de autor.',
    address: 'Su dirección postal:',
    work: 'La obra:',
    links: 'Los enlaces infractores, según el aviso:',
    statements:
      'Declara de buena fe que el uso no está autorizado y, bajo pena de perjurio, que el aviso es exacto y que puede actuar en nombre del titular.',
    decide: `Puedes decidir sobre él en el panel de administración, en Avisos. ${replyToAnswer}`,
  },
  labels: {
    plan: 'Plan',
    until: 'Válido hasta',
    amount: 'Importe',
    paid: 'Pagado',
    receipt: 'Recibo',
    order: 'Pedido',
    reference: 'Referencia',
    from: 'De',
    written: 'Escrito',
    subject: 'Asunto',
    phone: 'Teléfono',
    signature: 'Firma',
  },
}
