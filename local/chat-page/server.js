/** The page's side of the connector's HTTP calls and event stream. */

const reader = {
  locale: navigator.language,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** Longer than the bot may take to answer. */
const ANSWER_LIMIT_MILLISECONDS = 30_000;

async function answerOf(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.error ?? `The server answered ${response.status}.`);
  return body;
}

async function fetched(path, init) {
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MILLISECONDS);
  return answerOf(
    await fetch(path, { ...init, signal }).catch(() => {
      const why = signal.aborted ? 'The server does not answer.' : 'The server cannot be reached.';
      throw new Error(`${why} Is it still running?`);
    }),
  );
}

export function ask(name, query = {}) {
  return fetched(`/page/${name}?${new URLSearchParams(query)}`);
}

/** Performs an action as a person in a conversation: say, press, search, look, open, install, uninstall. */
export function act(name, order) {
  const body = JSON.stringify({ ...reader, ...order });
  const headers = { 'content-type': 'application/json' };
  return fetched(`/page/${name}`, { method: 'POST', headers, body });
}

/**
 * Receives this person's events while the tab is visible: a browser has six connections to a server, for all tabs.
 * `onUp` follows each connect, `onDown` a lost connection.
 */
export function listen(person, { onEvent, onUp, onDown }) {
  let stream;
  const follow = () => {
    stream?.close();
    if (document.hidden) return;
    stream = new EventSource(`/page/events?${new URLSearchParams({ person })}`);
    stream.addEventListener('message', (event) => onEvent(JSON.parse(event.data)));
    stream.addEventListener('open', onUp);
    stream.addEventListener('error', onDown);
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stream?.close();
  };
}
