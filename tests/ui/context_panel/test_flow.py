"""A line of links that breaks where there is no room."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.widgets import LinkButton, column


def test_links_are_whole_also_at_the_edge_of_their_parent(qtbot: QtBot) -> None:
    for margin in (0, 2, 12):
        parent = QWidget()
        qtbot.addWidget(parent)
        layout = column(parent, margins=(margin, 0, 0, 0))
        flow = Flow(outdent=3)
        links = [LinkButton("Compress now"), LinkButton("X-ray")]
        for link in links:
            flow.addWidget(link)
        layout.addLayout(flow)
        parent.resize(400, 40)
        parent.show()
        assert links[0].x() == max(0, margin - 3), "left of its parent it would be cut"
        assert all(link.visibleRegion().boundingRect().width() == link.sizeHint().width() for link in links)


def test_the_line_breaks(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    flow = Flow(parent)
    links = [LinkButton("Compress now"), LinkButton("X-ray")]
    for link in links:
        flow.addWidget(link)
    parent.resize(links[0].sizeHint().width() + 4, 80)
    parent.show()
    assert links[1].x() == links[0].x()
    assert links[1].y() > links[0].y()
