/** How this command is called: by its name where it is installed, by pnpm where it runs from the repo's sources. */
export const HEARTH: string = import.meta.url.endsWith('.ts') ? 'npx -y pnpm@12 hearth' : 'hearth';
