"""What is known of a model."""

from __future__ import annotations

from weclaw_desktop.core.models import Calibration, ModelSpec, ToolSpec
from weclaw_desktop.core.text import text


def test_a_model_is_named_by_provider_and_name() -> None:
    spec = ModelSpec("ollama", "qwen3")
    assert (spec.id, spec.title) == ("ollama/qwen3", "qwen3")
    assert ModelSpec("a", "b", label="Nice").title == "Nice"
    assert (spec.window, spec.window_source) == (8_192, "guessed")


def test_tools_can_be_kept_in_sets_although_schemas_cannot() -> None:
    one, two = ToolSpec("a", "b", {"type": "object"}), ToolSpec("a", "b", {"type": "object"})
    assert len({one, two}) == 1


def test_calibration_begins_without_samples() -> None:
    assert not Calibration().calibrated
    assert Calibration(1.1, 1).calibrated


def test_a_title_follows_the_language_where_the_label_is_a_text() -> None:
    """Shipped models are named honestly in both languages; all others by the name their server gives."""
    shipped = ModelSpec("local", "qwen2.5-1.5b", label=text("local.label.qwen"))
    assert (shipped.title, shipped.title_in("zh")) == (
        "Qwen2.5-Coder 1.5B – small, for trying out",
        "Qwen2.5-Coder 1.5B – 小模型，供试用",
    )
    assert ModelSpec("ollama", "x", label="Mine").title_in("zh") == "Mine"
    assert ModelSpec("ollama", "x").title_in("zh") == "x"


def test_sentences_name_models_and_providers_as_people_see_them() -> None:
    plain = ModelSpec("ollama", "x")
    assert (plain.called, plain.provider_called) == ("x", "ollama")
    named = ModelSpec("ollama", "x", label="Mine", provider_label="Ollama")
    assert (named.called, named.provider_called) == ("Mine", "Ollama")
