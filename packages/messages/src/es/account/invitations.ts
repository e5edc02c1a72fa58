import type * as english from '../../en/account/invitations.ts'
import type { Wording } from '../../wording.ts'

export const invitationWords: Wording<typeof english.invitationWords> = {
  title: 'Invitaciones',
  label: 'Invitaciones abiertas',
  empty: 'No hay ninguna invitación abierta.',
  failed: 'No se pudieron cargar las invitaciones.',
  columns: { who: 'Para', plan: 'Plan', expires: 'Válida hasta', actions: 'Acciones' },
  anybody: 'Cualquiera con el enlace',
  by: (name) => `de ${name}`,
  email: 'Correo electrónico (opcional)',
  emailNote: 'Solo este correo podrá usar el enlace. No se envía ningún correo.',
  emailFault: 'Introduce un correo electrónico válido, o nada.',
  plans: {
    free: 'Free',
    'pro-monthly': 'Pro, un mes',
    'pro-yearly': 'Pro, un año',
    lifetime: 'Lifetime',
  },
  invite: 'Crear invitación',
  inviting: 'Creando…',
  link: 'Enlace de invitación',
  linkNote: 'Funciona una vez, durante siete días. Cópialo ahora: no se volverá a mostrar.',
  copy: 'Copiar',
  copied: 'Enlace copiado',
  notCopied: 'No se pudo copiar el enlace. Selecciónalo y cópialo.',
  revoke: 'Revocar',
  revokeOf: (who) => `Revocar la invitación: ${who}`,
  revoked: 'Invitación revocada',
}
