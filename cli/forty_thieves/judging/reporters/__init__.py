"""The report formats. To add one, write its class and name it here and in :data:`..outcomes.ReportFormat`."""

from __future__ import annotations

from forty_thieves.judging.outcomes import ReportFormat

from .base import Reporter
from .data import Csv, Json, JsonLines, Yaml
from .github import GitHub
from .junit import JUnit
from .page import Page
from .text import Ranking, Text

__all__ = ["REPORTERS", "SUFFIXES", "Ranking", "Reporter"]

REPORTERS: dict[ReportFormat, type[Reporter]] = {
    reporter.name: reporter for reporter in (Text, Json, JsonLines, Yaml, Csv, JUnit, GitHub, Page)
}
"""Each report format by its name."""

SUFFIXES: dict[str, type[Reporter]] = {
    suffix: reporter for reporter in REPORTERS.values() for suffix in reporter.suffixes
}
"""What a report file is, by the end of its name."""
