from django.db import migrations

SAME = (
    "id",
    "at",
    "actor_name",
    "actor_key",
    "action",
    "subject",
    "round_id",
    "table_number",
    "hand_number",
    "object_id",
    "old",
    "new",
    "reason",
    "tournament_id",
)


def move(apps, schema_editor):
    """The order of the entries is that of their times, the only one there was."""
    numbered = apps.get_model("tournament", "NumberedLogEntry")
    entries = apps.get_model("tournament", "LogEntry").objects.order_by("at", "id")
    numbered.objects.bulk_create(
        (numbered(**row) for row in entries.values(*SAME).iterator(chunk_size=500)), batch_size=200
    )


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0008_numbered_log"),
    ]

    operations = [
        migrations.RunPython(move),
    ]
