/** The folder from which the command was called. npm itself runs scripts in the folder of the project. */
export function callersDirectory(): string {
  const { npm_lifecycle_event: script, INIT_CWD: directory } = process.env
  return script === 'kerf' && directory ? directory : process.cwd()
}
