/** Looks for secrets in what was written down, in every spelling that carries them. Pure. */

/** A secret and the texts that would give it away. */
export interface SoughtSecret {
  readonly name: string;
  readonly spellings: readonly string[];
}

/** Base64 of the secret wherever it stands in a longer text: one spelling for each of the three alignments. */
function base64Inside(secret: string): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from('\0'.repeat(offset) + secret)
      .toString('base64')
      .replace(/=+$/, '');
    // The first and last characters hold bits of the neighbours too.
    return encoded.slice(Math.ceil((offset * 4) / 3), -2);
  });
}

export function sought(name: string, secret: string): SoughtSecret {
  const base64 = base64Inside(secret);
  const base64url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const json = JSON.stringify(secret).slice(1, -1);
  return {
    name,
    spellings: [...new Set([secret, json, encodeURIComponent(secret), ...base64, ...base64url])],
  };
}

/** Names of the secrets that `text` gives away. */
export function secretsIn(text: string, secrets: readonly SoughtSecret[]): readonly string[] {
  return secrets
    .filter(({ spellings }) => spellings.some((spelling) => text.includes(spelling)))
    .map(({ name }) => name);
}
