import uuid

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """A log whose key is its order; the entries move into it in the next step and the old one goes after it."""

    dependencies = [
        ("tournament", "0007_places_of_older_entries"),
    ]

    operations = [
        migrations.CreateModel(
            name="NumberedLogEntry",
            fields=[
                ("sequence", models.BigAutoField(primary_key=True, serialize=False)),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("actor_name", models.CharField(max_length=160)),
                ("actor_key", models.UUIDField(editable=False, null=True)),
                ("action", models.CharField(max_length=60)),
                ("subject", models.CharField(blank=True, max_length=200)),
                ("table_number", models.PositiveSmallIntegerField(null=True)),
                ("hand_number", models.PositiveSmallIntegerField(null=True)),
                ("object_id", models.UUIDField(null=True)),
                ("old", models.JSONField(null=True)),
                ("new", models.JSONField(null=True)),
                ("reason", models.CharField(blank=True, max_length=300)),
                (
                    "round",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="log",
                        to="tournament.round",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("-sequence",),
                "indexes": [
                    models.Index(fields=["tournament", "-sequence"], name="log_in_order"),
                    models.Index(fields=["object_id", "-sequence"], name="log_of_object"),
                ],
            },
        ),
    ]
