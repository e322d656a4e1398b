from django.db import migrations

from tournament.journal.older import changes_told


def fill(apps, schema_editor):
    """What can be put back, and what forms sent before were answered; both stood in the log."""
    models = {name: apps.get_model("tournament", name) for name in ("Entry", "KeptChange", "LogEntry")}
    for tournament in apps.get_model("tournament", "Tournament").objects.values_list("pk", flat=True):
        entries = models["LogEntry"].objects.filter(tournament_id=tournament)
        players = models["Entry"].objects.filter(tournament_id=tournament)
        told = changes_told(entries, dict(players.values_list("pk", "number")))
        models["KeptChange"].objects.bulk_create((models["KeptChange"](**one) for one in told), batch_size=200)
    sent = apps.get_model("tournament", "Submission").objects
    for action, answer in ANSWERS.items():
        for entry in models["LogEntry"].objects.filter(action=action):
            sent.filter(action=action, object_id=entry.id).update(answer=answer(entry))


ANSWERS = {
    "tournament.entries.imported": lambda entry: {
        "tournament": str(entry.tournament_id),
        "source": entry.subject,
        "report": entry.new,
    },
    "tournament.member.added": lambda entry: {"username": entry.new["username"]},
}


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0011_kept_changes"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
