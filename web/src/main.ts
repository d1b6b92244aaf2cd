import { mount } from "svelte";

import "./app.css";
import App from "./App.svelte";
import { startWorker } from "./lib/push";

mount(App, { target: document.getElementById("app")! });
startWorker();
