"""From foreign data to a checked `Hand`: all problems of a record at once (docs/rules/hand-record.md).

The record is read group by group; each group adds what is wrong to one list, and a group whose ground is
already broken (the contract, the players) keeps silent about what would only follow from it.
"""

from rules.checking.hand import check_record, parse_hand

__all__ = ["check_record", "parse_hand"]
