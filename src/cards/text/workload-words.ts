/** What the texts of a workload say, in every language: `workloads` in the language's folder. */

/** Whose data it is: the reader's own, everybody's, or somebody else's. */
interface Whose {
  readonly own: string;
  readonly all: string;
  readonly of: (name: string) => string;
}

export interface OptionWords {
  readonly label: string;
  /** What the choice leads to, said below the input. */
  readonly consequence: string;
  /** Of a choice, by value. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Of a text. */
  readonly placeholder?: string;
  /** What is wrong with a text that the option does not take. */
  readonly unfit?: (typed: string) => string;
}

export interface WorkloadWords {
  readonly name: string;
  /** The button beside what was found in another workload. */
  readonly search: string;
  /** At the top of every card of a task, followed directly by `asOf` or `latest`. */
  readonly whose: Whose;
  /** The second argument of `confirm.sentence`. */
  readonly from: Whose;
  /** The title of the list of its containers. */
  readonly containers: string;
  readonly wordsPlaceholder: string;
  /** Said below the search form: what no search of it finds. */
  readonly hint?: string;
  /** Whose sign-in approves an administrator's restore. */
  readonly approver: string;
  /** Stands for an empty subject or name. */
  readonly untitled: string;
  /** Where the workload has several, what each searches. */
  readonly searches?: Readonly<Record<string, string>>;
  /** By kind of entry. */
  readonly kinds: Readonly<Record<string, string>>;
  /** By kind of entry: where it is after a restore, while its folder is unknown or is another. */
  readonly places?: Readonly<Record<string, string>>;
  /** What an administrator's cards say differently. */
  readonly administrator?: { readonly kinds?: Readonly<Record<string, string>>; readonly hint?: string };
  /**
   * By kind of entry that is restored as a whole: how many of them, as the first argument of `confirm.sentence`. `isAlone`: one, and
   * nothing beside it; otherwise it is joined with what else is restored.
   */
  readonly wholes: Readonly<Record<string, (count: number, isAlone?: boolean) => string>>;
  readonly options: Readonly<Record<string, OptionWords>>;
  /** What the confirm card says about what is restored. */
  readonly notes: Readonly<Record<string, string>>;
}
