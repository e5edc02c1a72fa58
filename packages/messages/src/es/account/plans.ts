import type * as en from '../../en/account/plans.ts'
import type { Wording } from '../../wording.ts'

export const planWords: Wording<typeof en.planWords> = {
  title: 'Todos los planes cortan con exactitud',
  lead: 'Paga por más píxeles y más clips, nunca por la precisión.',
  period: 'Periodo de pago',
  monthly: 'Mensual',
  yearly: 'Anual',
  aMonth: 'por un mes',
  aYear: 'por un año',
  once: 'una sola vez',
  upTo: (quality) => `Video hasta ${quality}`,
  current: 'Tu plan actual',
  included: (plan) => `Incluido en ${plan}`,
  freeAgain: (day) => (day === null ? 'Vuelves a Free cuando termine tu plan.' : `Vuelves a Free el ${day}.`),
  yoursUntil: (day) => `Activo hasta el ${day}.`,
  extend: 'Ampliar',
  notSetUp: 'Los pagos no están configurados en este servidor.',
  notSold: 'No disponible aquí',
  free: {
    note: 'Sin tarjeta, sin límite de tiempo.',
    list: (quality, daily) => [
      `${quality} y audio`,
      `${daily} ${daily === 1 ? 'descarga' : 'descargas'} al día`,
      'Cortes exactos, siempre',
      'Soporte de la comunidad',
    ],
    choose: 'Empezar con Free',
  },
  pro: {
    monthlyNote: 'Un mes. Sin renovación automática.',
    yearlyNote: (months, saved, list) =>
      `${months} ${months === 1 ? 'mes' : 'meses'} gratis. Ahorras ${saved} respecto a ${list}.`,
    list: [
      'Hasta 4K',
      'Descargas ilimitadas',
      'Lotes, proceso prioritario, corte avanzado',
      'Sin publicidad',
      'Soporte prioritario',
    ],
    choose: 'Elegir Pro',
  },
  lifetime: {
    note: 'Todo lo de Pro, para siempre.',
    list: [
      'Todas las funciones de Pro',
      'Actualizaciones de por vida',
      'Derechos de uso comercial',
      'Insignia de miembro',
    ],
    choose: 'Elegir Lifetime',
  },
}

export const faqWords: Wording<typeof en.faqWords> = {
  title: 'Preguntas',
  list: [
    [
      '¿Puedo cancelar en cualquier momento?',
      'Sí, y ni siquiera hay nada que cancelar. Pagas una vez por un mes o un año, y el plan no se renueva solo. Cuando termina, pasas a Free y conservas tu cuenta. Te avisamos por correo una semana antes y un día antes.',
    ],
    [
      '¿Qué métodos de pago aceptan?',
      'PayPal, y tarjetas de crédito o débito a través de PayPal. Para pagar con tarjeta no necesitas una cuenta de PayPal. Los precios están en dólares estadounidenses, y cada pago tiene su recibo en Facturación.',
    ],
    [
      '¿Hay una prueba gratis?',
      'Free es la prueba: los mismos cortes exactos durante el tiempo que quieras, con menos calidad y menos clips.',
    ],
    [
      '¿Puedo volver al plan gratis más adelante?',
      'Sí. Pro termina cuando acaba el periodo que pagaste, y vuelves a Free. No tienes que hacer nada. Si compras otra vez antes, el tiempo se suma. Lifetime no termina nunca.',
    ],
  ],
}
