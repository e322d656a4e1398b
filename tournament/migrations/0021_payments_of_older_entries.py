from django.db import migrations

from tournament.lib.older_payments import payments_told


def fill(apps, schema_editor):
    """Who was ticked as paid has paid the fee of then."""
    entries, payments = (apps.get_model("tournament", name).objects for name in ("Entry", "Payment"))
    for tournament, fee in apps.get_model("tournament", "Tournament").objects.values_list("pk", "fee"):
        told = payments_told(entries.filter(tournament_id=tournament, fee_paid=True), fee)
        payments.bulk_create((payments.model(**one) for one in told), batch_size=200)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0020_payments"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
