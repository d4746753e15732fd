"""Builds the package, installs it in every way that people do, and uses it in a project of its own.

    check_packages.py

- The source archive and the wheel are built, and installed as the folder itself is; all three install the same.
- The archive has what its tests need: some are run from it.
- pipx and uvx run the command from the archive's folder.
- A project in a temporary folder, with a repository of its own, uses the pytest fixtures, a strategy, the hooks for
  pre-commit, and `conform`, which finds the bug in the project's checker.

Everything is made in a temporary folder. It takes a package index, git, and some minutes. Standard library only.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 300
INSTALLED = re.compile(r"(direct_url\.json|INSTALLER|REQUESTED|RECORD|.*\.pyc)$")
"""Files of an installation that say how it was made."""

SOME_TESTS = ("tests/records", "tests/test_library.py", "tests/testing/test_conform.py")

PROJECT_TEST = """\
from hypothesis import given, settings

from forty_thieves.testing.strategies import illegal_games, legal_games


def test_games(assert_won, assert_legal, forty_thieves_deal):
    assert assert_won("games/won.yaml").variant == "lucas"
    assert forty_thieves_deal("lucas", 42).seed == 42


@settings(max_examples=10, deadline=None)
@given(game=legal_games(), broken=illegal_games())
def test_drawn_games(assert_legal, game, broken):
    from forty_thieves import check

    assert_legal(game)
    assert check(broken.game).problem.code == broken.code


def test_that_fails(assert_won):
    assert_won("illegal.yaml")
"""

HOOKS = """\
repos:
- repo: {repository}
  rev: {commit}
  hooks:
  - id: forty-thieves-check
  - id: forty-thieves-records
"""


class CheckError(Exception):
    """Something is not as it has to be; the message says what."""


def step(text: str) -> None:
    """Say what is done now."""
    print(f"packages: {text}", flush=True)


def run(
    *words: str | Path, cwd: Path, expected: int = 0, env: dict[str, str] | None = None, seconds: float = SECONDS
) -> str:
    """Run a command; gives what it says, on both outputs.

    Raises:
        CheckError: its exit status is not the expected one.
    """
    done = subprocess.run(
        words,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        timeout=seconds,
        check=False,
    )
    if done.returncode != expected:
        said = f"{' '.join(map(str, words))}: exit status {done.returncode}, not {expected}:\n{done.stdout}"
        raise CheckError(said)
    return done.stdout


def say(condition: bool, message: str) -> None:
    """Stop where a condition does not hold.

    Raises:
        CheckError: it does not.
    """
    if not condition:
        raise CheckError(message)


def environment(folder: Path, *packages: str | Path) -> Path:
    """Make a virtual environment with some packages; gives the folder of its commands."""
    run(sys.executable, "-m", "venv", folder, cwd=folder.parent)
    bin_folder = folder / "bin"
    run(bin_folder / "python", "-m", "pip", "install", "--quiet", *packages, cwd=folder.parent)
    return bin_folder


def installed(bin_folder: Path) -> dict[str, bytes]:
    """The files that belong to the package in an environment, by their paths, less those that differ by nature."""
    site = Path(run(bin_folder / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))",
                    cwd=bin_folder).strip())  # fmt: skip
    folders = [site / "forty_thieves", *site.glob("forty_thieves-*.dist-info")]
    say(len(folders) == 2, f"there is not one installation in {site}")
    return {
        str(path.relative_to(site)): path.read_bytes()
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not INSTALLED.match(path.name)
    }


def tracked() -> set[str]:
    """The files that the project is made of: those that git knows, or nothing where this is no repository."""
    if not (ROOT / ".git").exists():
        return set()
    return set(run("git", "ls-files", cwd=ROOT).splitlines())


def check_same(work: Path, archive: Path, wheel: Path) -> dict[str, Path]:
    """Install the archive, the wheel and the folder, and compare.

    Returns:
        The commands' folder of each environment.
    """
    ways = {"archive": archive, "wheel": wheel, "folder": ROOT}
    environments = {name: environment(work / name, source) for name, source in ways.items()}
    found = {name: installed(bin_folder) for name, bin_folder in environments.items()}
    for name in ("archive", "folder"):
        differ = sorted(
            path
            for path in found[name].keys() | found["wheel"].keys()
            if found[name].get(path) != found["wheel"].get(path)
        )
        say(not differ, f"installed from the {name} and from the wheel these differ: {', '.join(differ)}")
    modules = {str(path.relative_to(ROOT / "cli")) for path in (ROOT / "cli/forty_thieves").rglob("*.py")}
    data = {path.removeprefix("cli/") for path in tracked() if path.startswith("cli/forty_thieves/")}
    missing = sorted((modules | data) - found["wheel"].keys())
    say(not missing, f"the wheel lacks {', '.join(missing)}")
    metadata = next(content for path, content in found["wheel"].items() if path.endswith("/METADATA")).decode()
    head = metadata.partition("\n\n")[0]
    say("Home-page" not in head and "Project-URL" not in head, "the metadata has addresses")
    say(sum(line.startswith("Classifier: ") for line in head.splitlines()) >= 8, "classifiers are missing")
    return environments


def check_archive(folder: Path, bin_folder: Path) -> None:
    """Compare what the archive holds with the repository, and run some of its tests from it."""
    lost = sorted(path for path in tracked() if not (folder / path).is_file())
    say(not lost, f"the source archive lacks {', '.join(lost)}")
    run(bin_folder / "python", "-m", "pip", "install", "--quiet", "pytest", "hypothesis", "jsonschema", cwd=folder)
    run(bin_folder / "python", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *SOME_TESTS, cwd=folder)


def check_runners(tools: Path, folder: Path, work: Path, version: str) -> None:
    """Run the command by pipx and by uvx, which make environments by themselves."""
    homes = {
        "PIPX_HOME": str(work / "pipx"),
        "PIPX_BIN_DIR": str(work / "pipx/bin"),
        "UV_CACHE_DIR": str(work / "uv"),
    }
    command = ("forty-thieves", "--version")
    spoken = run(tools / "pipx", "run", "--spec", folder, *command, cwd=work, env=homes)
    say(spoken.strip().endswith(version), f"pipx ran another version: {spoken}")
    # uv does not read pip's settings: where an index or certificates are named, they are handed on.
    settings = run(tools / "python", "-m", "pip", "config", "list", cwd=work)
    for name, variable in (("index-url", "UV_DEFAULT_INDEX"), ("cert", "SSL_CERT_FILE")):
        found = re.search(rf"\.{name}='([^']+)'", settings)
        if found and variable not in os.environ:
            homes[variable] = found[1]
    homes |= {"UV_PYTHON": sys.executable, "UV_PYTHON_DOWNLOADS": "never"}
    spoken = run(tools / "uvx", "--quiet", "--from", folder, *command, cwd=work, env=homes)
    say(spoken.strip().endswith(version), f"uvx ran another version: {spoken}")


def repository(folder: Path) -> str:
    """Make a folder a git repository with one commit; gives its name."""
    run("git", "init", "--quiet", cwd=folder)
    return commit(folder, "--no-verify")


def commit(folder: Path, *options: str, expected: int = 0, env: dict[str, str] | None = None) -> str:
    """Commit everything; gives the commit's name, or what was said where the commit was to fail."""
    run("git", "add", "--all", "--force", cwd=folder)
    who = ("-c", "user.name=somebody", "-c", "user.email=somebody@invalid", "-c", "core.autocrlf=false")
    said = run("git", *who, "commit", "--quiet", "-m", "x", *options, cwd=folder, expected=expected, env=env)
    return run("git", "rev-parse", "HEAD", cwd=folder).strip() if not expected else said


def check_project(work: Path, bin_folder: Path, tools: Path, archive: Path) -> None:
    """Use the kit as another project does."""
    project, fixtures = work / "project", archive / "fixtures"
    (project / "games").mkdir(parents=True)
    shutil.copy(fixtures / "games/won/lucas.yaml", project / "games/won.yaml")
    shutil.copy(fixtures / "games/illegal/lucas-does-not-build.yaml", project / "illegal.yaml")
    (project / "test_games.py").write_text(PROJECT_TEST, encoding="utf-8")
    step("the pytest fixtures and the strategies in a project of its own")
    said = run(bin_folder / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=project, expected=1)
    say("2 passed" in said and "1 failed" in said, f"the project's tests went otherwise:\n{said}")
    say("illegal: does-not-build: move" in said, f"the failed test does not say why:\n{said}")
    step("the project's checker, before and after a bug is planted")
    check_checker(project, bin_folder, fixtures)
    step("pre-commit: a good commit and two bad ones")
    check_hooks(project, tools, work, archive)


def check_checker(project: Path, bin_folder: Path, fixtures: Path) -> None:
    """Ask the project's checker about the fixtures: a sound one, and one that takes any card onto any suit."""
    sound = (fixtures / "examples/checker.py").read_text(encoding="utf-8")
    planted = sound.replace('"same": lambda low, high: low == high', '"same": lambda low, high: True')
    say(planted != sound, "the bug could not be planted in the example")
    conform = (bin_folder / "forty-thieves", "conform", "--fixtures", fixtures, "--only", "forty-thieves",
               "--format", "json", "--", bin_folder / "python", "checker.py")  # fmt: skip
    for text, expected in ((sound, 0), (planted, 1)):
        (project / "checker.py").write_text(text, encoding="utf-8")
        report = json.loads(run(*conform, cwd=project, expected=expected))
        failed = {case["code"] for case in report["cases"] if case["result"] == "failed"}
        say(report["results"]["passed"] > 0, "the checker passed nothing")
        say(failed == ({"does-not-build"} if expected else set()), f"conform found {failed}")


def check_hooks(project: Path, tools: Path, work: Path, archive: Path) -> None:
    """Commit to the project with the hooks: good games go in, an illegal game and a broken record do not."""
    source = work / "hooks"
    shutil.copytree(archive, source)
    config = HOOKS.format(repository=source, commit=repository(source))
    (project / ".pre-commit-config.yaml").write_text(config, encoding="utf-8")
    run("git", "init", "--quiet", cwd=project)
    env = {"PRE_COMMIT_HOME": str(work / "pre-commit"), "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    run(tools / "pre-commit", "install", cwd=project, env=env)
    (project / "deals").mkdir()
    shutil.copy(archive / "fixtures/deals/lucas-42.yaml", project / "deals")
    commit(project, env=env)
    bad = project / "games/bad.yaml"
    shutil.copy(project / "illegal.yaml", bad)
    said = commit(project, expected=1, env=env)
    say("games/bad.yaml:" in said and "does-not-build" in said, f"the hook does not say why:\n{said}")
    say("records" in said and said.count("Failed") == 1, f"the other hook failed too:\n{said}")
    bad.unlink()
    (project / "deals/broken.json").write_text('{"format": "forty-thieves-deal/1"}\n', encoding="utf-8")
    said = commit(project, expected=1, env=env)
    say("missing-field" in said, f"the hook for records does not say why:\n{said}")


def check(work: Path) -> None:
    """Do all of it in a folder."""
    started = time.monotonic()
    step("tools")
    tools = environment(work / "tools", "build", "pipx", "uv", "pre-commit")
    step("the source archive and the wheel")
    run(tools / "python", "-m", "build", "--outdir", work / "dist", ROOT, cwd=work)
    archive, wheel = next((work / "dist").glob("*.tar.gz")), next((work / "dist").glob("*.whl"))
    step("installed from the archive, the wheel and the folder")
    environments = check_same(work, archive, wheel)
    with tarfile.open(archive) as packed:
        packed.extractall(work / "sources", filter="data")
    unpacked = next((work / "sources").iterdir())
    step("tests run from the archive")
    check_archive(unpacked, environments["archive"])
    step("pipx and uvx")
    version = run(environments["wheel"] / "forty-thieves", "--version", cwd=work).strip()
    check_runners(tools, unpacked, work, version)
    kit = environments["wheel"]
    run(kit / "python", "-m", "pip", "install", "--quiet", f"{wheel}[hypothesis]", "pytest", cwd=work)
    check_project(work, kit, tools, unpacked)
    step(f"all of it holds, after {time.monotonic() - started:.0f} s")


def main() -> int:
    """Check everything; the exit status is 1 where something does not hold."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            check(Path(folder))
        except (CheckError, subprocess.TimeoutExpired) as error:
            print(f"packages: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
