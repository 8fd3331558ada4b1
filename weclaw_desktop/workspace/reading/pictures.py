"""A picture as a model takes it: turned upright, no larger than it looks at, in a format that all of them read.

What a camera writes beside the picture (place, time, device) is not sent.
"""

from __future__ import annotations

import io
import warnings

from PIL import Image, ImageOps, UnidentifiedImageError

from weclaw_desktop.workspace.reading.found import Picture, Unreadable

MOST_PIXELS = 120_000_000
"""Larger ones are refused: they would take a gigabyte."""
MOST_BYTES = 3_600_000
"""Bytes of a picture that is sent; providers refuse 5 MB of base64."""
_QUALITIES = (88, 75, 60, 40)
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")


def fitted(data: bytes, longest: int) -> Picture:
    """The picture with at most ``longest`` pixels on its longer side; the first one of an animation.

    Raises:
        Unreadable: It is damaged, too large, or of an unknown format.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=_FORMATS) as opened:
                if opened.width * opened.height > MOST_PIXELS:
                    raise Unreadable("picture_too_large")
                if opened.format == "JPEG":
                    opened.draft("RGB", (longest, longest))
                upright = ImageOps.exif_transpose(opened)
                kept = opened.format in ("PNG", "JPEG", "WEBP") and upright is opened and not _told(opened)
                if kept and max(opened.size) <= longest and len(data) <= MOST_BYTES:
                    return Picture(data, Image.MIME[opened.format or "PNG"], *opened.size)
                return _written(upright, opened.format == "JPEG", longest)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError) as error:
        raise Unreadable("picture_broken") from error


def _told(image: Image.Image) -> bool:
    """Whether something beside the picture would travel along, or it moves."""
    return bool(image.getexif()) or getattr(image, "n_frames", 1) > 1 or bool({"xmp", "comment"} & set(image.info))


def _written(image: Image.Image, photo: bool, longest: int) -> Picture:
    clear = image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info
    made = image.convert("RGBA" if clear else "RGB")
    made.thumbnail((longest, longest), Image.Resampling.LANCZOS)
    if not photo:
        data = _encoded(made, "PNG")
        if len(data) <= MOST_BYTES:
            return Picture(data, "image/png", *made.size)
    if clear:
        ground = Image.new("RGB", made.size, "white")
        ground.paste(made, mask=made.getchannel("A"))
        made = ground
    data = b""
    for quality in _QUALITIES:
        data = _encoded(made, "JPEG", quality=quality)
        if len(data) <= MOST_BYTES:
            break
    return Picture(data, "image/jpeg", *made.size)


def _encoded(image: Image.Image, kind: str, **options: int) -> bytes:
    out = io.BytesIO()
    image.info.clear()
    image.save(out, kind, **options)
    return out.getvalue()
