"""What every test may ask for: the implementation under test and the hypothesis profiles."""

import importlib
import importlib.util
import os
import signal
from types import ModuleType

import pytest
from hypothesis import HealthCheck, Phase, settings

IMPLEMENTATIONS = {"core": "sly_core", "reference": "sly_core.reference"}

# A suite that a shell started in the background ignores Ctrl-C, and so would all that it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "default", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("fuzz", settings.get_profile("default"), max_examples=5000)
# the same examples each time, and no time spent on making a failing one small
settings.register_profile(
    "mutants",
    settings.get_profile("default"),
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_report_header() -> str:
    """Say which sly_core is under test: the installed one, unless somebody set the path."""
    found = importlib.util.find_spec("sly_core")
    return f"sly_core: {found.origin if found else 'not installed'}"


@pytest.fixture(scope="session", params=sorted(IMPLEMENTATIONS))
def implementation(request: pytest.FixtureRequest) -> ModuleType:
    """The module that offers `State`, `perft`, `playout`: the core's, then the reference's.

    One test body runs on both. A core that was not built fails here; it is never skipped.
    """
    module = importlib.import_module(IMPLEMENTATIONS[request.param])
    assert module.State, f"{request.param} has no State"
    return module
