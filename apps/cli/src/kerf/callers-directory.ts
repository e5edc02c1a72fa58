/** The folder from which the user called the command. npm runs scripts in the folder of the project. */
export function callersDirectory(): string {
  const { npm_lifecycle_event: script, INIT_CWD: directory } = process.env
  return script === 'kerf' && directory ? directory : process.cwd()
}
