from django.db import migrations

from tournament.journal.older import give_places


def fill(apps, schema_editor):
    entries = apps.get_model("tournament", "LogEntry").objects
    rounds = apps.get_model("tournament", "Round").objects
    for tournament in apps.get_model("tournament", "Tournament").objects.values_list("pk", flat=True):
        logged = list(entries.filter(tournament_id=tournament))
        give_places(logged, rounds.filter(tournament_id=tournament))
        entries.bulk_update(logged, ["round", "table_number", "hand_number"], batch_size=200)


class Migration(migrations.Migration):
    """Apart from the new columns, because PostgreSQL does not change a table and its rows at once."""

    dependencies = [
        ("tournament", "0006_places_in_the_log"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
