"""The cheapest seating of one round by a method, from several drawn starts."""

from .generator import Generator
from .methods import Arrangement, Field, arrange
from .search import improve

STEPS_PER_PERSON, LEAST_STEPS = 40, 2_000
PATIENCE_PER_PERSON, LEAST_PATIENCE = 2, 300
ATTEMPTS = 6


def cheapest(field: Field, generator: Generator) -> Arrangement:
    """Arrange and improve from several starts until no pair repeats; the cheapest of them."""
    people = len(field.people)
    best: tuple[int, Arrangement] | None = None
    for _ in range(ATTEMPTS):
        arrangement = arrange(field, generator)
        cost = improve(
            arrangement.seating,
            generator,
            steps=max(LEAST_STEPS, STEPS_PER_PERSON * people),
            patience=max(LEAST_PATIENCE, PATIENCE_PER_PERSON * people),
        )
        if best is None or cost < best[0]:
            best = (cost, arrangement)
        if cost < field.request.weights.repeat:
            break
    assert best is not None
    return best[1]
