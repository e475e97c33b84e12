"""Liar's Dice on phones: its sign, and where its words are. The table is drawn from its view and offers."""

from pathlib import Path

from companion.contract.game_ui import GameUi

UI = GameUi(
    sign="博",
    locale=str(Path(__file__).parent / "locale"),
    announced=("dice_are",),
)
