from django.db import migrations, models

HANDS = "scoring.hand.recorded"
"""The only action after which no page for everybody looks otherwise."""


def mark_hands(apps, schema_editor):
    apps.get_model("tournament", "LogEntry").objects.filter(action=HANDS).update(public=False)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0018_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="logentry",
            name="public",
            field=models.BooleanField(default=True, editable=False),
        ),
        migrations.RunPython(mark_hands, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(
                condition=models.Q(("public", True)), fields=["tournament", "at"], name="log_in_public"
            ),
        ),
    ]
