// The parts of the drawing library that the charts use.
import { BarChart, CustomChart, HeatmapChart, LineChart, ScatterChart } from "echarts/charts";
import { AriaComponent, GraphicComponent, GridComponent, LegendScrollComponent, MarkLineComponent, TitleComponent, TooltipComponent, VisualMapContinuousComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { CanvasRenderer, SVGRenderer } from "echarts/renderers";

use([
  LineChart, BarChart, ScatterChart, HeatmapChart, CustomChart,
  AriaComponent, GraphicComponent, GridComponent, LegendScrollComponent, MarkLineComponent, TitleComponent, TooltipComponent, VisualMapContinuousComponent,
  CanvasRenderer, SVGRenderer,
]);

export { init };
