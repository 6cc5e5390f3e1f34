"""Many games side by side: one call steps them all, and writes into the caller's arrays.

>>> import sly_core as sly
>>> batch = sly.BatchState(sly.Ruleset(players=2), 3)
>>> batch.legal_actions_mask().sum(axis=1).tolist()
[28, 28, 28]
"""

from sly_core.batch.state import BatchState

__all__ = ["BatchState"]
