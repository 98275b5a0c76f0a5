/** The file of the bot's environment, as Node and the doctor read it. */
import { FolderError } from './folder.ts';

/** Nothing within them is special, but for `\n` between double quotes. */
const QUOTES = ["'", '`', '"'];

/** @throws FolderError naming a value that no quotes go around: only paths in the folder can hold such characters */
export function environmentText(environment: Readonly<Record<string, string>>): string {
  const assignments = Object.entries(environment).map(([name, value]) => {
    const quote = QUOTES.find((one) => !value.includes(one) && !(one === '"' && value.includes(String.raw`\n`)));
    if (quote === undefined) {
      throw new FolderError(`${name} cannot be written to bot.env. Name a --folder without ' or \` in its path.`);
    }
    return `${name}=${quote}${value}${quote}\n`;
  });
  return assignments.join('');
}
