"""One window program per profile: a second start brings the first one's window to the front and ends.

A local socket named after the profile's folder tells whether somebody is there. A socket file that a crash left behind
does not count, because nobody answers on it.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

PATIENCE_MS = 400
"""How long an answer on the socket may take, in milliseconds."""
SHOW = b"show\n"


class Instance(QObject):
    """``claim`` first; ``show_wanted`` comes when somebody started the program again."""

    show_wanted = Signal()

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = "weclaw-" + hashlib.sha256(str(folder.absolute()).encode()).hexdigest()[:24]
        self._server: QLocalServer | None = None

    def claim(self) -> bool:
        """Be the one of this profile. False when another one is, which then shows its window.

        True also where there can be no socket: two windows are better than none.
        """
        if self._ask_other():
            return False
        QLocalServer.removeServer(self._name)
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        if server.listen(self._name):
            server.newConnection.connect(self._on_connection)
            self._server = server
        return True

    def release(self) -> None:
        """Be it no more."""
        if self._server is not None:
            self._server.close()
            self._server = None

    def _ask_other(self) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(PATIENCE_MS):
            return False
        socket.write(SHOW)
        socket.waitForBytesWritten(PATIENCE_MS)
        socket.disconnectFromServer()
        return True

    def _on_connection(self) -> None:
        server = self._server
        connection = None if server is None else server.nextPendingConnection()
        if connection is not None:
            connection.disconnected.connect(connection.deleteLater)
            self.show_wanted.emit()
