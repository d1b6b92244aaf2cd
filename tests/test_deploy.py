"""The files for running it: what they name exists, and the programs that read them take them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from caravanserai.cli.commands import app
from tests.server.running import from_debian

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file())

FROM_ENVIRONMENT = {"CARAVANSERAI_SECRET", "CARAVANSERAI_OLD_SECRET", "CARAVANSERAI_METRICS_TOKEN"}
FROM_ENVIRONMENT |= {"CARAVANSERAI_SMTP", "CARAVANSERAI_MAIL_FROM"}
"""Settings that no option gives: what is on a command line is for everybody on the machine to read."""

COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def variables() -> set[str]:
    """The environment variables that commands read."""
    found = set(FROM_ENVIRONMENT)
    for command in COMMANDS.values():
        for option in command.params:
            found |= {option.envvar} if isinstance(option.envvar, str) else set(option.envvar or ())
    return found


def expect_command(words: list[str]) -> None:
    """Refuses words that are no command of ours with its options."""
    assert words[0] in COMMANDS, words
    COMMANDS[words[0]].make_context(words[0], words[1:])


def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return loaded


@pytest.mark.parametrize("path", [*FILES, ROOT / "docs" / "running.md"], ids=lambda path: path.name)
def test_every_variable_of_ours_that_is_named_exists(path: Path) -> None:
    named = set(re.findall(r"CARAVANSERAI_[A-Z_]+", path.read_text()))
    assert named - variables() == set()


def test_every_command_that_is_given_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARAVANSERAI_DATABASE", "postgresql://somebody@somewhere/something")
    commands = [service["command"] for service in compose()["services"].values() if "command" in service]
    for unit in DEPLOY.rglob("*.service"):
        said = unit.read_text().replace("%i", "8081")
        commands += [line.split() for line in re.findall(r"^ExecStart=\S+ (.*)$", said, re.MULTILINE)]
    assert len(commands) >= 6
    for words in commands:
        expect_command(words)
    with pytest.raises(Exception, match="No such option"):
        expect_command(["serve", "--no-such-option"])


def test_options_that_the_page_about_running_names_exist() -> None:
    options = [option for command in COMMANDS.values() for option in command.params]
    known = {name for option in options for name in (*option.opts, *option.secondary_opts)}
    for block in re.findall(r"caravanserai (\w[\w-]*)((?: [^\n`]*)?)", (ROOT / "docs" / "running.md").read_text()):
        if block[0] in COMMANDS:
            assert set(re.findall(r"(?<=\s)--[a-z-]+", block[1])) <= known, block


def test_the_services_of_the_compose_file_find_each_other() -> None:
    found = compose()
    services = found["services"]
    assert set(services) == {"database", "east", "west", "helper", "proxy"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert set(service.get("networks", ())) <= set(found["networks"])
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in found["volumes"] or (DEPLOY / source).exists(), volume
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).exists()
    servers = services["proxy"]["environment"]["SERVERS"].split()
    assert [server.partition(":")[0] for server in servers] == ["east", "west"]
    needed = set(re.findall(r"\${(\w+):\?}", (DEPLOY / "compose.yaml").read_text()))
    assert needed == set(re.findall(r"^(\w+)=", (DEPLOY / "example.env").read_text(), re.MULTILINE))


def test_what_the_image_is_built_from_is_let_in() -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    let_in = {line[1:] for line in ignored if line.startswith("!")}
    assert {"src", "web", "Makefile", "pyproject.toml", "constraints.txt"} <= let_in
    assert all((ROOT / name).exists() for name in let_in)
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    assert dockerfile.index("USER caravanserai") < dockerfile.index("ENTRYPOINT")


def test_the_image_is_small_and_says_whether_it_is_well() -> None:
    last = (DEPLOY / "Dockerfile").read_text().rpartition("\nFROM ")[2]
    assert last.startswith("python:3.12-slim\n")
    assert '[server]"' in last, "the server's part and no more"
    assert "apt-get" not in last
    assert "--no-cache-dir" in last
    check = re.search(r"^HEALTHCHECK .*\n *CMD (\[.*\])$", last, re.MULTILINE)
    assert check
    program, flag, text = json.loads(check[1])
    assert (program, flag) == ("python", "-c")
    compile(text, "HEALTHCHECK", "exec")
    assert "/readyz" in text


def test_the_script_for_a_room_is_one_that_a_shell_takes() -> None:
    script = DEPLOY / "raspberry-pi" / "install.sh"
    result = subprocess.run(["sh", "-n", str(script)], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
    assert os.access(script, os.X_OK)


def test_the_script_for_a_room_wants_root_and_says_so() -> None:
    text = (DEPLOY / "raspberry-pi" / "install.sh").read_text()
    somebody = "nobody" if os.getuid() == 0 else None
    result = subprocess.run(["sh"], input=text, capture_output=True, text=True, user=somebody, cwd="/")
    assert result.returncode == 2
    assert result.stderr.endswith("expected root (sudo sh install.sh)\n")
    assert result.stdout == ""


def test_caddy_takes_the_proxys_configuration() -> None:
    caddy = from_debian("caddy", lambda: shutil.which("caddy"))
    for site in ("http://127.0.0.1:8000", "play.example.org"):
        command = [caddy, "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
        environment = {**os.environ, "SITE": site, "SERVERS": "east:8080 west:8080"}
        result = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)
        assert result.returncode == 0, result.stderr
        assert "WARN" not in result.stderr.upper(), result.stderr


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    analyze = from_debian("systemd", lambda: shutil.which("systemd-analyze"))
    for unit in DEPLOY.rglob("*.*"):
        if unit.suffix in (".service", ".target"):
            copy = tmp_path / unit.name
            copy.write_text(unit.read_text().replace("/opt/caravanserai/bin/caravanserai", "/bin/true"))
    units = sorted(str(path) for path in tmp_path.iterdir())
    assert len(units) == 4
    result = subprocess.run([analyze, "verify", *units], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stderr.strip()) == (0, "")
