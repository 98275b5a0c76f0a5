/** Text of messages and cards as HTML: everything escaped, and a small part of Markdown. */

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

/** Bold, italic, links to http and mail, lists and line breaks. Nothing else becomes markup. */
export function markdown(text) {
  const blocks = [];
  for (const line of text.split(/\r?\n/)) {
    const [, bullet, number, item] = /^\s*(?:([-*+])|(\d+)[.)])\s+(.*)$/.exec(line) ?? [];
    const kind = bullet ? 'ul' : number ? 'ol' : 'text';
    const last = blocks.at(-1);
    const content = inline(item ?? line);
    if (last?.kind === kind) last.lines.push(content);
    else blocks.push({ kind, lines: [content] });
  }
  return blocks
    .map(({ kind, lines }) =>
      kind === 'text' ? lines.join('<br>') : `<${kind}>${lines.map((line) => `<li>${line}</li>`).join('')}</${kind}>`,
    )
    .join('');
}

function inline(text) {
  // What a backslash protects becomes a character reference, which no rule below matches.
  const guarded = text.replace(
    /\\([\\`*_{}[\]()#+\-.!~|<>&])/g,
    (_, character) => `\u0001${character.codePointAt(0)}\u0002`,
  );
  return escapeHtml(guarded)
    .replace(/\[([^\][]+)\]\(((?:https?:\/\/|mailto:)[^\s()]*)\)/g, (_, words, address) => link(words, address))
    .replace(/\*\*(\S(?:.*?\S)?)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[\s(])_(\S(?:.*?\S)?)_(?=$|[\s).,;:!?])/g, '$1<em>$2</em>')
    .replace(/(^|[^*\w])\*(\S(?:[^*]*\S)?)\*(?!\*)/g, '$1<em>$2</em>')
    .replace(/\u0001(\d+)\u0002/g, '&#$1;');
}

function link(words, address) {
  // Nothing in the address may be taken for emphasis below.
  const href = address.replace(/[*_]/g, (character) => `&#${character.codePointAt(0)};`);
  return `<a href="${href}" target="_blank" rel="noopener noreferrer">${words}</a>`;
}

/** A message's text, with `<at>…</at>` as a mention. */
export function messageHtml(text, format) {
  return text
    .split(/<at[^>]*>(.*?)<\/at>/gs)
    .map((part, index) => {
      if (index % 2 === 1) return `<span class="mention">${escapeHtml(part)}</span>`;
      return format === 'plain' ? escapeHtml(part).replace(/\n/g, '<br>') : markdown(part);
    })
    .join('');
}
