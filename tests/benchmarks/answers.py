"""A long answer of every kind: prose, 2,000 tokens of LaTeX, 5,000 lines of code; about 20,000 tokens in all."""

from __future__ import annotations

CHARS_PER_TOKEN = 4
"""As the scripted model counts them."""
SECTION = (
    "## Step {n}\n\nThe archive is **still open** when the test removes its folder, so the clean-up fails.\n\n"
    "- first `{n}`\n- second, for $5 or R$ {n}\n\n```python\n"
    "with zipfile.ZipFile(path) as archive:\n    names = archive.namelist()  # {n}\n```\n\n"
    "| a | b |\n|---|---|\n| {n} | $x_{{{n}}}$ |\n\n"
)
FORMULAS = r"""For every $n \ge @$ the sum $\sum_{i=1}^{n} \frac{1}{i^2}$ stays below \(\frac{\pi^2}{6}\):

$$
\int_0^{@} e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2} \operatorname{erf}(@)
$$

\[
\begin{aligned}
f_{@}(x) &= (x+@)^2 \\
&= x^2 + 2 \cdot @ x + @^2
\end{aligned}
\]

设 $\bar v_{@} = \frac{\text{路程}}{\text{时间}}$，则
$\begin{pmatrix} a_{@} & b \\ c & d \end{pmatrix} \vec{x} = \lambda \vec{x}$。

"""
LATEX_TOKENS = 2_000
CODE_LINES = 5_000


def latex() -> str:
    """Formulas of all kinds, about ``LATEX_TOKENS``."""
    pieces: list[str] = []
    while sum(map(len, pieces)) < LATEX_TOKENS * CHARS_PER_TOKEN:
        pieces.append(FORMULAS.replace("@", str(len(pieces) + 1)))
    return "".join(pieces)


def code() -> str:
    """One block of ``CODE_LINES`` lines."""
    lines = "\n".join(f"v{n} = {n % 97}" for n in range(CODE_LINES))
    return f"```python\n{lines}\n```\n\n"


def everything(tokens: int = 20_000) -> str:
    """Sections and formulas by turns, then the code, then sections until ``tokens`` are reached."""
    made = [SECTION.format(n=n) for n in range(20)]
    made += [latex(), code()]
    while sum(map(len, made)) < tokens * CHARS_PER_TOKEN:
        made.append(SECTION.format(n=len(made)))
    return "".join(made)
