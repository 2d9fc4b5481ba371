/** Whether the window is that of a phone: the board above, everything else below it. */

import { MediaQuery } from "svelte/reactivity";

export const narrow = new MediaQuery("max-width: 700px");
