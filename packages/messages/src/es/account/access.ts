import type * as english from '../../en/account/access.ts'
import type { Wording } from '../../wording.ts'

export const accessWords: Wording<typeof english.accessWords> = {
  legend: 'Quién puede entrar',
  modes: {
    public: {
      name: 'Todo el mundo',
      note: 'Cualquiera que llegue a este servidor puede cortar videos, con o sin cuenta.',
    },
    accounts: {
      name: 'Personas con cuenta',
      note: 'Todo el mundo puede registrarse. Para cortar hace falta una cuenta.',
    },
    closed: {
      name: 'Personas invitadas',
      note: 'Para cortar hace falta una cuenta, y para tener cuenta, una invitación.',
    },
  },
  notice: 'Aquí hace falta una cuenta para cortar videos.',
  noticeClosed: 'Aquí hace falta una cuenta para cortar videos. Las cuentas se crean por invitación.',
  signIn: 'Iniciar sesión',
  signUp: 'Crear cuenta',
  ask: 'Pedir una invitación a quienes administran este servidor',
}

export const invitedWords: Wording<typeof english.invitedWords> = {
  looking: 'Comprobando tu invitación',
  lead: 'Tienes una invitación. Crea aquí tu cuenta.',
  leadPlan: (plan) => `Tienes una invitación. Tu cuenta incluye ${plan}.`,
  neededTitle: 'Solo por invitación',
  needed: 'Para crear una cuenta aquí necesitas una invitación. Pídela a quienes administran este servidor.',
  endedTitle: 'Esta invitación no funciona',
  ended: {
    used: 'Ya se usó. Cada invitación sirve para una sola cuenta.',
    revoked: 'Quienes administran este servidor la revocaron.',
    expired: 'Ha caducado. Una invitación es válida durante siete días.',
    unknown: 'El enlace está incompleto o es muy antiguo. Comprueba que lo copiaste entero.',
  },
  another: 'Pide otra a quienes administran este servidor.',
}
