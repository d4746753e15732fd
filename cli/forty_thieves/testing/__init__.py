"""For other projects' tests: conformance of a checker, a plugin for pytest, strategies for hypothesis."""
