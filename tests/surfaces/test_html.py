"""`--report html` is one page that works in a browser without a network."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from surfaces.conftest import Command

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

HELD_BACK = '''\
import tensorflow as tf


def held_back(x):
    """Says `<script>` & more,
    on two lines."""
    for _ in range(8):
        x = tf.tanh(x * 2.0 + 1.0)
    print(x)
    return x


for _ in range(30):
    held_back(tf.ones(3))
'''


@pytest.fixture
def page(project: Path, command: Command) -> Path:
    """The page of a project with two findings and a near miss."""
    (project / "pkg").mkdir()
    (project / "pkg" / "held.py").write_text(HELD_BACK, encoding="utf-8")
    done = command("--report", "html", "--output-file", "page.html")
    assert (done.status, done.out, done.err) == (0, "", "")
    return project / "page.html"


def test_the_page_needs_nothing_else(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "Content-Security-Policy" in text and "default-src 'none'" in text
    assert not re.findall(r"""<(?:script|link|img|iframe)[^>]+(?:src|href)=|url\(|@import""", text)
    assert "Says `&lt;script&gt;` &amp; more," in text and text.count("<script>") == 1


def test_the_page_opens_on_the_findings(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    opened = text.partition("<h2>Functions</h2>")[0]
    assert re.findall(r'data-code="(HYB\d+)"', opened) == ["HYB004", "HYB001"]
    assert "Put `@tf.function`" not in opened and "Decorate it with `tf.function` (`--fix`)" in opened


def test_a_function_without_advice_names_the_reason(page: Path) -> None:
    rows = re.findall(r"<tr data-name.*?</tr>", page.read_text(encoding="utf-8"), re.DOTALL)
    advice = [re.findall(r"<td>(.*?)</td>", row)[-1] for row in rows]
    assert advice == [
        "Keep `@tf.function`, and repair what HYB004 says.",
        "but for one thing: calls `print`",
        "hybridize (safe, 1 trace)",
    ]


def test_the_places_of_an_explanation_are_links(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    why = re.findall(r"<summary>why: held_back</summary><pre>(.*?)</pre>", text, re.DOTALL)[0]
    linked = dict(re.findall(r'<a href="#([\w-]+)">([\w/.]+:\d+)</a>', why))
    assert {"pkg/held.py:4", "pkg/held.py:9", "pkg/held.py:14"} <= set(linked.values())
    assert all(f'id="{anchor}"' in text for anchor in linked)
    assert "&lt;script&gt;" in text and "<script>`" not in text


@pytest.fixture(scope="module")
def browser() -> Iterator[Chrome]:
    """Headless Chromium of the system; the tests that need it are skipped where it is not installed."""
    driver, program = shutil.which("chromedriver"), shutil.which("chromium") or shutil.which("google-chrome")
    if driver is None or program is None:
        pytest.skip("there is no Chromium with its driver (Debian: chromium, chromium-driver)")
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver import Chrome, ChromeOptions, ChromeService

    options = ChromeOptions()
    options.binary_location = program
    for each in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(each)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    try:
        made = Chrome(options=options, service=ChromeService(driver))
    except WebDriverException as error:
        pytest.skip(f"Chromium does not start: {error.msg}")
    made.set_network_conditions(offline=True, latency=0, throughput=0)
    yield made
    made.quit()


def shown(browser: Chrome, css: str) -> list[str]:
    """The texts of the elements that can be seen, first lines only."""
    return [each.text.splitlines()[0] for each in browser.find_elements("css selector", css) if each.is_displayed()]


@pytest.mark.slow
def test_the_page_in_a_browser(page: Path, browser: Chrome) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.select import Select

    browser.get(page.as_uri())
    names = "#functions tbody tr td:first-child"
    assert shown(browser, names) == ["noisy", "held_back", "step"]
    assert "2 findings in 3 files" in browser.find_element(By.ID, "summary").text

    assert [each.split()[1] for each in shown(browser, ".finding.top")] == ["HYB004", "HYB001"]
    field = browser.find_element(By.ID, "filter")
    field.send_keys("HYB004")
    assert [each.split()[1] for each in shown(browser, ".finding.top")] == ["HYB004"]
    assert shown(browser, names) == ["noisy"]
    assert shown(browser, "details.file summary") == ["noisy.py (1)"]
    assert browser.find_element(By.ID, "count").text == "1 of 3 functions"
    field.clear()
    field.send_keys(" ")
    Select(browser.find_element(By.ID, "which")).select_by_visible_text("that one thing holds back")
    assert shown(browser, names) == ["held_back"]
    Select(browser.find_element(By.ID, "which")).select_by_visible_text("all functions")
    Select(browser.find_element(By.ID, "gain")).select_by_visible_text("high")
    assert shown(browser, names) == ["held_back"]
    Select(browser.find_element(By.ID, "gain")).select_by_visible_text("none")
    browser.find_element(By.CSS_SELECTOR, "button[data-key=name]").click()
    assert shown(browser, names) == ["noisy", "held_back", "step"]
    browser.find_element(By.CSS_SELECTOR, "button[data-key=name]").click()
    assert shown(browser, names) == ["step", "held_back", "noisy"]

    # A link of the table opens the file at the function, with what is said there and why.
    assert shown(browser, "details .finding") == []
    browser.find_element(By.LINK_TEXT, "held_back").click()
    assert shown(browser, "details .finding") == ["near miss `held_back` would gain as a graph but for one thing"]
    lines = shown(browser, "details[open] .row")
    assert len(lines) == HELD_BACK.count("\n") and lines[3] == "4"
    code = [each.text for each in browser.find_elements(By.CSS_SELECTOR, "details[open] .row pre")]
    assert [line.rstrip() for line in code] == [line.rstrip() for line in HELD_BACK.splitlines()]
    browser.find_element(By.CSS_SELECTOR, "details[open] details.why summary").click()
    assert "conditions:" in browser.find_element(By.CSS_SELECTOR, "details[open] details.why pre").text
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []
