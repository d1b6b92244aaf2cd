/** The bench: a board at any moment of a recorded match. For those who draw boards; no part of the built page. */
import { mount } from "svelte";

import "../app.css";
import Bench from "./Bench.svelte";

mount(Bench, { target: document.getElementById("app")! });
