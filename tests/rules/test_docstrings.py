"""Every public name of the rules explains itself with an example that is run as a test."""

import inspect
import pkgutil
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from typing import Any

import pytest

import rules

# Inside the library: the steps of a check and of a settlement, which have no meaning on their own.
INTERNAL = {"rules.ledger", "rules.__main__"}
PACKAGES = ("rules.checking", "rules.seating")


def public_modules() -> Iterator[str]:
    for module in pkgutil.iter_modules(rules.__path__, "rules."):
        if module.name not in INTERNAL and module.name not in PACKAGES:
            yield module.name


def documented(module_name: str) -> Iterator[tuple[str, str | None]]:
    """Public functions and classes a module defines, and the methods and properties of its classes."""
    for name, value in vars(import_module(module_name)).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module_name:
            continue
        if inspect.isclass(value) or callable(value):
            yield name, value.__doc__
        if inspect.isclass(value):
            yield from ((f"{name}.{member}", doc) for member, doc in members(value))


def members(cls: type[Any]) -> Iterator[tuple[str, str | None]]:
    for name, value in vars(cls).items():
        if not name.startswith("_") and (
            inspect.isfunction(value) or isinstance(value, property | cached_property)
        ):
            yield name, value.__doc__


@pytest.mark.parametrize("module_name", sorted(public_modules()))
def test_every_public_docstring_has_an_example(module_name: str) -> None:
    assert import_module(module_name).__doc__
    without = [name for name, doc in documented(module_name) if ">>> " not in (doc or "")]
    assert without == []


def test_the_search_finds_what_it_should() -> None:
    names = {name for name, _ in documented("rules.settlement")}
    assert names == {
        "Settlement",
        "Settlement.named",
        "Settlement.to_json",
        "Settlement.to_json_text",
        "settle",
    }
    assert "rules.rulebook" in set(public_modules())
