import { mount } from "svelte";

import App from "./App.svelte";
import "./fonts.css";
import "./theme.css";

const table = document.getElementById("table");
if (table === null) throw new Error("the page has no #table to play on");

export default mount(App, { target: table });
