using System.Globalization;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Timeline;

/// <summary>How latencies were spread over the time of a point: percentiles hide two humps, this shows them.</summary>
internal static class HeatChart
{
    private const int MostRows = 24;

    public static Chart? Of(ChartSource source)
    {
        if (TimelineFrame.Of(source) is not { } frame || frame.Intervals.All(interval => interval.Latencies.Count == 0))
        {
            return null;
        }

        var (first, last) =
            (frame.Intervals.Where(interval => interval.Latencies.Count > 0).Min(interval => interval.Latencies.Keys.First()),
                frame.Intervals.Max(Highest));
        var bins = 1;
        while ((last / bins) - (first / bins) >= MostRows)
        {
            bins *= 2;
        }

        var unit = ChartUnit.OfTime(LatencySketch.LowOf((first + last) / 2));
        int[] rows = [.. Enumerable.Range(first / bins, (last / bins) - (first / bins) + 1)];
        double[] lows = [.. rows.Select(row => unit.Of(LatencySketch.LowOf(row * bins)))];
        ChartPoint[] cells = [.. frame.Intervals.SelectMany((interval, column) => interval.Latencies
            .GroupBy(entry => (entry.Key / bins) - rows[0])
            .Select(cell => new ChartPoint(column, cell.Key) { Count = cell.Sum(entry => entry.Value) }))];
        var fullest = cells.MaxBy(cell => cell.Count)!;
        return new()
        {
            Id = "latency-heat",
            Kind = ChartKind.Heat,
            Title = "Latencies over time" + (frame.Name.Length == 0 ? "" : ": " + frame.Name),
            Caption =
                $"Most operations{frame.With} in one cell: {NumberFormat.Count(fullest.Count!.Value)} took from "
                    + $"{Text(lows[(int)fullest.Y!])} {unit.Symbol} on, {Seconds(frame, fullest)} after the start.",
            Notes = [.. frame.Notes(),
                "The darker a cell, the more operations ended in that interval after that latency; the scale of colours is logarithmic."],
            X = new(TimelineFrame.Axis.Label, TimelineFrame.Axis.Unit, ChartScale.Category)
            {
                Categories = [.. frame.Intervals.Select(interval => Text(frame.StartOf(interval.Index)))],
            },
            Y = new("latency from", unit.Symbol, ChartScale.Category) { Categories = [.. lows.Select(Text)] },
            Series = [new("operations", SeriesRole.Measured, cells)],
            Table = TableOf(frame, rows.Length, lows, cells, unit),
            OfOneLevel = true,
        };
    }

    private static int Highest(CurveInterval interval) => interval.Latencies.Count == 0 ? int.MinValue : interval.Latencies.Keys.Last();

    private static string Seconds(TimelineFrame frame, ChartPoint cell) => Text(frame.StartOf((int)cell.X)) + " s";

    private static string Text(double value) => value.ToString("0.############", CultureInfo.InvariantCulture);

    /// <summary>A row per latency, a column per interval.</summary>
    private static ChartTable TableOf(TimelineFrame frame, int rows, double[] lows, ChartPoint[] cells, ChartUnit unit)
    {
        var counts = cells.ToDictionary(cell => ((int)cell.X, (int)cell.Y!), cell => cell.Count);
        return new(
            [new("latency from", unit.Symbol),
                .. frame.Intervals.Select(interval => new ChartColumn("from " + Text(frame.StartOf(interval.Index)) + " s"))],
            [.. Enumerable.Range(0, rows).Select(row => (IReadOnlyList<object?>)
                [lows[row],
                    .. Enumerable.Range(0, frame.Intervals.Count).Select(column => (object?)counts.GetValueOrDefault((column, row)))])]);
    }
}
