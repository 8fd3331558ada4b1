"""The X-ray window: what the next request holds, part by part."""
