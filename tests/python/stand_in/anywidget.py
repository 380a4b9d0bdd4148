# SPDX-License-Identifier: MIT
"""Replaces the package anywidget if that is not installed. AnyWidget has its documented parts, over ipywidgets."""

import ipywidgets
import traitlets


class AnyWidget(ipywidgets.DOMWidget):
    _model_name = traitlets.Unicode("AnyModel").tag(sync=True)
    _model_module = traitlets.Unicode("anywidget").tag(sync=True)
    _model_module_version = traitlets.Unicode("~0.9.0").tag(sync=True)
    _view_name = traitlets.Unicode("AnyView").tag(sync=True)
    _view_module = traitlets.Unicode("anywidget").tag(sync=True)
    _view_module_version = traitlets.Unicode("~0.9.0").tag(sync=True)

    def __init__(self, *args, **named):
        self.add_traits(_esm=traitlets.Unicode(type(self)._esm).tag(sync=True))
        super().__init__(*args, **named)

    def _repr_mimebundle_(self, **named):
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        return {"text/plain": repr(self), "application/vnd.jupyter.widget-view+json": view}, {}
