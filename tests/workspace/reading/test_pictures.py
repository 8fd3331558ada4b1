"""Pictures become what a model takes."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image

from weclaw_desktop.workspace.reading.found import Unreadable
from weclaw_desktop.workspace.reading.pictures import MOST_BYTES, fitted


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)  # type: ignore[arg-type] -- each format has its own options
    return out.getvalue()


def test_a_small_picture_is_sent_as_it_is() -> None:
    data = encoded(Image.new("RGB", (300, 200), "red"), "PNG")
    found = fitted(data, 2_048)
    assert (found.data, found.media_type, found.width, found.height) == (data, "image/png", 300, 200)


def test_a_large_one_is_made_smaller_and_keeps_its_shape() -> None:
    found = fitted(encoded(Image.new("RGB", (4_000, 1_000), "blue"), "JPEG"), 1_568)
    assert (found.width, found.height, found.media_type) == (1_568, 392, "image/jpeg")
    with Image.open(io.BytesIO(found.data)) as image:
        assert image.size == (1_568, 392)


def test_a_photo_is_turned_upright_and_loses_what_the_camera_wrote() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "Camera of somebody"
    data = encoded(Image.new("RGB", (400, 200), "green"), "JPEG", exif=exif)
    found = fitted(data, 2_048)
    assert (found.width, found.height) == (200, 400)
    assert b"Camera of somebody" not in found.data
    assert b"Camera of somebody" in data


def test_other_formats_become_png_and_animations_their_first_picture() -> None:
    assert fitted(encoded(Image.new("RGB", (20, 20)), "BMP"), 2_048).media_type == "image/png"
    frames = [Image.new("P", (20, 20), n) for n in range(3)]
    moving = encoded(frames[0], "GIF", save_all=True, append_images=frames[1:])
    assert fitted(moving, 2_048).media_type == "image/png"


def test_what_is_heavy_as_png_becomes_jpeg_on_white() -> None:
    noise = random.Random(7).randbytes(1_050 * 1_050 * 4)
    image = Image.frombytes("RGBA", (1_050, 1_050), noise)
    found = fitted(encoded(image, "PNG", compress_level=1), 2_048)
    assert found.media_type == "image/jpeg"
    assert len(found.data) <= MOST_BYTES


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n\x1a\n and no more", b"GIF89a", b"\xff\xd8\xff\xe0 broken"])
def test_a_broken_picture_says_so(data: bytes) -> None:
    with pytest.raises(Unreadable) as caught:
        fitted(data, 2_048)
    assert caught.value.code == "picture_broken"


def test_one_with_too_many_pixels_is_refused_before_it_is_unpacked() -> None:
    data = encoded(Image.new("1", (12_000, 12_000)), "PNG")
    with pytest.raises(Unreadable) as caught:
        fitted(data, 2_048)
    assert caught.value.code == "picture_too_large"
