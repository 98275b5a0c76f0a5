/** The page's side of the connector's HTTP calls and event stream. */

const reader = {
  locale: navigator.language,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
};

async function answerOf(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.error ?? `The server answered ${response.status}.`);
  return body;
}

function unreachable() {
  throw new Error('The server cannot be reached. Is it still running?');
}

export async function ask(name, query = {}) {
  return answerOf(await fetch(`/page/${name}?${new URLSearchParams(query)}`).catch(unreachable));
}

/** Performs an action as a person in a conversation: say, press, search, look, open, install, uninstall. */
export async function act(name, order) {
  const body = JSON.stringify({ ...reader, ...order });
  const headers = { 'content-type': 'application/json' };
  return answerOf(await fetch(`/page/${name}`, { method: 'POST', headers, body }).catch(unreachable));
}

/** Receives this person's events. `onUp` follows each connect, `onDown` a lost connection. */
export function listen(person, { onEvent, onUp, onDown }) {
  const stream = new EventSource(`/page/events?${new URLSearchParams({ person })}`);
  stream.addEventListener('message', (event) => onEvent(JSON.parse(event.data)));
  stream.addEventListener('open', onUp);
  stream.addEventListener('error', onDown);
  return () => stream.close();
}
