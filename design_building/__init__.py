"""The program that made the stored designs; the draw itself never runs it."""
