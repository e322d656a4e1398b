from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0009_entries_in_order"),
    ]

    operations = [
        migrations.DeleteModel(name="LogEntry"),
        migrations.RenameModel(old_name="NumberedLogEntry", new_name="LogEntry"),
    ]
