import type { Address, Person, PersonKey } from '../sign-in/model.ts';
import type { View } from '../sign-in/views.ts';

/** Who asks, from where. */
export interface Asker {
  readonly key: PersonKey;
  readonly person: Person;
  readonly address: Address;
}

/** What to show the asker; `posted` when it stands in the conversation already. */
export interface Reply {
  readonly view: View;
  readonly posted: boolean;
}
