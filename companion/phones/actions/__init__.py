"""The actions of one phone, by subject: each module implements a part of `companion.contract.actions`."""

from __future__ import annotations

from companion.phones.actions.boards import BoardActions
from companion.phones.actions.editor import EditorActions
from companion.phones.actions.keeping import KeepingActions
from companion.phones.actions.lobby import LobbyActions, SecretActions, SharingActions
from companion.phones.actions.match import DemonstrationActions, MatchActions
from companion.phones.actions.new_match import NewMatchActions, TakeOverActions
from companion.phones.actions.pages import PageActions, SettingActions
from companion.phones.actions.people import OwnerActions, PeopleActions
from companion.phones.session import Phone


class PhoneActions:
    """All actions of one phone; see `companion.contract.actions.Actions`."""

    def __init__(self, phone: Phone) -> None:
        self.boards = BoardActions(phone)
        self.editor = EditorActions(phone, self.boards)
        self.new_match = NewMatchActions(phone)
        self.pages = PageActions(phone, self.boards, self.new_match)
        self.settings = SettingActions(phone)
        self.lobby = LobbyActions(phone)
        self.demonstration = DemonstrationActions(phone)
        self.take_over = TakeOverActions(phone)
        self.sharing = SharingActions(phone)
        self.secrets = SecretActions(phone)
        self.owner = OwnerActions(phone)
        self.people = PeopleActions(phone)
        self.keeping = KeepingActions(phone)
        self.match = MatchActions(phone)
