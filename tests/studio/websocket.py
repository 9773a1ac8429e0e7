"""A client for WebSockets (RFC 6455): whole messages of text, on this machine."""
import base64
import os
import socket
import struct


class WebSocket:
    def __init__(self, host, port, path, patience):
        self.socket = socket.create_connection((host, port), timeout=patience)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(f'GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
                            f'Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n'.encode())
        self.received = b''
        head = self.take_until(b'\r\n\r\n')
        if b' 101 ' not in head.split(b'\r\n')[0]:
            raise RuntimeError(f'no WebSocket: {head!r}')

    def fill(self):
        piece = self.socket.recv(1 << 16)
        if not piece:
            raise RuntimeError('the WebSocket was closed')
        self.received += piece

    def take_until(self, end):
        while end not in self.received:
            self.fill()
        piece, self.received = self.received.split(end, 1)
        return piece

    def take(self, count):
        while len(self.received) < count:
            self.fill()
        piece, self.received = self.received[:count], self.received[count:]
        return piece

    def frame(self, code, payload):
        mask = os.urandom(4)
        size = len(payload)
        length = struct.pack('!B', 0x80 | size) if size < 126 else struct.pack('!BH', 0x80 | 126, size) if size < 1 << 16 \
            else struct.pack('!BQ', 0x80 | 127, size)
        repeated = (mask * (size // 4 + 1))[:size]
        self.socket.sendall(bytes([0x80 | code]) + length + mask
                            + (int.from_bytes(payload, 'big') ^ int.from_bytes(repeated, 'big')).to_bytes(size, 'big'))

    def send(self, text):
        self.frame(1, text.encode())

    def receive(self):
        message = b''
        while True:
            first, second = self.take(2)
            size = second & 0x7f
            if size == 126:
                size, = struct.unpack('!H', self.take(2))
            elif size == 127:
                size, = struct.unpack('!Q', self.take(8))
            payload = self.take(size)
            code = first & 0x0f
            if code == 9:
                self.frame(10, payload)
            elif code == 8:
                raise RuntimeError('the WebSocket was closed')
            elif code != 10:
                message += payload
                if first & 0x80:
                    return message.decode()

    def close(self):
        self.socket.close()
