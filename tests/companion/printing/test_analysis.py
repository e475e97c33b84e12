"""The analysis on paper says what the phones say."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from companion.printing.record_pdf import analysis_pdf
from tests.companion.screens.stage import EN, JA
from tests.companion.screens.test_analysis import snap


@pytest.mark.parametrize("look", [EN, JA])
def test_the_paper_holds_the_plot_what_decided_and_what_became_provable(look) -> None:
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(analysis_pdf(look, snap()))).pages)
    for key in ("analysis.points", "analysis.proofs"):
        assert look.t(key) in text
    assert "4.4" in text
