/** The larger parts of a table: signs, the battle at hand, the books. */

/** A word the table keeps in sight: the weather, who goes first. */
export interface Sign {
  id: string;
  label: string;
  value: string;
  rule: string;
}

/** A piece in a battle. */
export interface Fighter {
  face: string;
  side: string;
  unit: number;
  power: string;
  rule: string;
  dice: Array<{ shows: number; hits: boolean }>;
  notes: string[];
  /** Its dice fall next. */
  now: boolean;
}

export interface Fight {
  hex: number;
  title: string;
  /** Whose dice fall now. */
  turn: string;
  facts: Sign[];
  fighters: Fighter[];
  over?: boolean;
}

export interface LedgerOffer {
  kind: string;
  label: string;
  price: number;
  open: boolean;
  /** Why it cannot be ordered now. */
  rule?: string;
  sentence?: string;
}

export interface LedgerLine {
  unit: number;
  face: string;
  now: string;
  ordered: string[];
  offers: LedgerOffer[];
}

/** The books of one side, where the choice is about spending. */
export interface Ledger {
  label: string;
  has: number;
  spent: number;
  parts: Array<{ id: string; label: string; note?: string; lines: LedgerLine[] }>;
}
