using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>What each of several workers did, a small chart for each.</summary>
internal static class WorkerChart
{
    /// <summary>Null where one worker measured alone, or fewer than two combinations were measured.</summary>
    public static Chart? Of(ChartSource source)
    {
        LevelCurves[] shared = [.. source.Curves.Where(curve => curve.Workers.Count > 1)];
        if (shared.Length == 0)
        {
            return null;
        }

        var axis = new LevelAxis(new(source.Definition, source.Spec), [.. shared.Select(curve => curve.Levels)]);
        var metric = source.Definition.Metrics[0];
        var unit = ChartUnit.Of(metric.Unit, shared.Max(curve => curve.Workers.Max(worker => RateOf(worker, curve))));
        ChartSeries[] series = [.. shared
            .SelectMany(curve => curve.Workers.Select(worker => (Curve: curve, Worker: worker)))
            .GroupBy(part => (part.Worker.Member, Name: axis.SeriesOf(part.Curve.Levels)))
            .OrderBy(same => same.Key.Member)
            .Select(same => new ChartSeries(
                same.Key.Name, SeriesRole.Measured,
                [.. same.Select(part => new ChartPoint(axis.PlaceOf(part.Curve.Levels), unit.Of(RateOf(part.Worker, part.Curve)))
                {
                    Note = NumberFormat.Counted(part.Worker.Clients, "client"),
                }).OrderBy(point => point.X)]) { Panel = "worker " + NumberFormat.Count(same.Key.Member + 1) })];
        return new()
        {
            Id = "workers",
            Kind = ChartKind.Panels,
            Title = "Rate of each worker",
            Caption = CaptionOf(shared, RateOf, unit, new(source.Definition, source.Spec)),
            Notes = ["Each worker's clients' own means, added up; medians over the repetitions."],
            X = axis.Axis,
            Y = new("rate", unit.Symbol, ChartScale.Linear),
            Series = series,
            Table = TableOf(series, shared, axis, unit),
        };

        double RateOf(WorkerRate worker, LevelCurves curve) =>
            (metric.Is(OperationMetrics.ByteRate) ? worker.BytesPerSecond : worker.OperationsPerSecond)
                * (metric.Scale?.Invoke(RunPlanner.Bind(source.Definition, source.Spec, curve.Levels)) ?? 1);
    }

    private static string CaptionOf(LevelCurves[] shared, Func<WorkerRate, LevelCurves, double> rateOf, ChartUnit unit, LevelNames names)
    {
        var widest = shared.MaxBy(curve => Most(curve) / Math.Max(Least(curve), 1e-9))!;
        var place = names.Of(widest.Levels) is { Length: > 0 } name ? $" with {name}" : "";
        return $"The {NumberFormat.Count(widest.Workers.Count)} workers differ most{place}: from {unit.Text(Least(widest))} to "
            + $"{unit.Text(Most(widest))}.";

        double Most(LevelCurves curve) => curve.Workers.Max(worker => rateOf(worker, curve));

        double Least(LevelCurves curve) => curve.Workers.Min(worker => rateOf(worker, curve));
    }

    private static ChartTable TableOf(ChartSeries[] series, LevelCurves[] shared, LevelAxis axis, ChartUnit unit)
    {
        string[] panels = [.. series.Select(one => one.Panel).Distinct()];
        return new(
            [new("series"), new(axis.Axis.Label, axis.Axis.Unit), .. panels.Select(panel => new ChartColumn(panel, unit.Symbol))],
            [.. shared.Select(curve => (IReadOnlyList<object?>)
            [
                axis.SeriesOf(curve.Levels) is { Length: > 0 } name ? name : "measured",
                axis.CellOf(curve.Levels),
                .. panels.Select(panel =>
                    (object?)series.FirstOrDefault(one => one.Panel == panel && one.Name == axis.SeriesOf(curve.Levels))
                    ?.Points.FirstOrDefault(point => point.X == axis.PlaceOf(curve.Levels))?.Y),
            ])]);
    }
}
