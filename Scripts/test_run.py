"""Reads the event stream that a run of the tests recorded."""

import json
from dataclasses import dataclass, field


@dataclass
class Test:
    identifier: str
    name: str
    function: str
    target: str
    file: str
    line: int
    started: float | None = None
    ended: float | None = None
    failed: bool = False
    failures: list[str] = field(default_factory=list)
    cases: dict[str, bool] = field(default_factory=dict)  # display name: whether it failed

    @property
    def passed(self):
        return self.ended is not None and not self.failed

    @property
    def seconds(self):
        return 0 if self.ended is None else self.ended - self.started


def read(path):
    """The test functions of a run, by identifier."""
    tests = {}
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            record = json.loads(line)
            payload = record["payload"]
            if record["kind"] == "test" and payload["kind"] == "function":
                location = payload["sourceLocation"]
                tests.setdefault(payload["id"], Test(
                    identifier=payload["id"],
                    name=payload.get("displayName", payload["name"]),
                    function=payload["name"],
                    target=payload["id"].split(".")[0],
                    file=location["_filePath"],
                    line=location["line"],
                ))
            elif record["kind"] == "event" and payload.get("testID") in tests:
                record_event(tests[payload["testID"]], payload)
    return tests


def record_event(test, payload):
    case = payload.get("_testCase", {}).get("displayName")
    match payload["kind"]:
        case "testStarted":
            test.started = payload["instant"]["absolute"]
        case "testEnded":
            test.ended = payload["instant"]["absolute"]
        case "testCaseEnded" if case:
            test.cases.setdefault(case, False)
        case "issueRecorded" if not payload.get("issue", {}).get("isKnown", False):
            test.failed = True
            test.failures += [message["text"] for message in payload.get("messages", [])]
            if case:
                test.cases[case] = True
