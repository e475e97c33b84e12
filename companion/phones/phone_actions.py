"""What a phone may do, by subject. Every action checks what the phone's keys allow."""

from __future__ import annotations

from companion.phones.board_actions import BoardActions
from companion.phones.demonstration_actions import DemonstrationActions
from companion.phones.editor_actions import EditorActions
from companion.phones.keeping_actions import KeepingActions
from companion.phones.lobby_actions import LobbyActions
from companion.phones.match_actions import MatchActions
from companion.phones.new_match_actions import NewMatchActions
from companion.phones.page_actions import PageActions
from companion.phones.people_actions import PeopleActions
from companion.phones.secret_actions import SecretActions
from companion.phones.session import Phone
from companion.phones.setting_actions import SettingActions
from companion.phones.sharing_actions import SharingActions
from companion.phones.take_over_actions import TakeOverActions


class PhoneActions:
    """All that one phone may do; see `companion.contract.actions.Actions`."""

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
        self.people = PeopleActions(phone)
        self.keeping = KeepingActions(phone)
        self.match = MatchActions(phone)
