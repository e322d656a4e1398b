from django.db import migrations


class Migration(migrations.Migration):
    """Penalties and points tables are rows of ``scoring``; their tables stay as and where they are."""

    dependencies = [
        ("tournament", "0003_points_table"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name="Penalty"),
                migrations.DeleteModel(name="PointsTable"),
            ],
        ),
    ]
