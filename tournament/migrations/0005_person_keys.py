import uuid
from typing import Any

from django.db import migrations, models

import tournament.validators


def give_keys(apps: Any, schema_editor: Any) -> None:
    """Every account a key of its own; what was done before has none, because nobody knows whose it is."""
    accounts = apps.get_model("tournament", "Account").objects
    for account in accounts.filter(key=None).only("pk"):
        accounts.filter(pk=account.pk).update(key=uuid.uuid4())


def key_of_whoever_did_it(model: str, name: str) -> migrations.AddField:
    return migrations.AddField(
        model_name=model, name=name, field=models.UUIDField(editable=False, null=True)
    )


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0004_penalties_and_points_tables_leave"),
    ]

    operations = [
        migrations.AddField(
            model_name="account", name="key", field=models.UUIDField(editable=False, null=True)
        ),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="account",
            name="key",
            field=models.UUIDField(
                default=uuid.uuid4,
                editable=False,
                unique=True,
                validators=[tournament.validators.validate_account_key],
            ),
        ),
        key_of_whoever_did_it("draw", "drawn_by_key"),
        key_of_whoever_did_it("logentry", "actor_key"),
        key_of_whoever_did_it("round", "closed_by_key"),
        key_of_whoever_did_it("round", "discarded_by_key"),
        key_of_whoever_did_it("round", "published_by_key"),
    ]
