using System.Globalization;
using System.Text;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Web;

namespace AzurePerf.UnitTests.Charts;

/// <summary>Runs with made-up points for charts to be made of.</summary>
internal static class SeededSource
{
    public static readonly DateTimeOffset Start = new(2026, 3, 14, 9, 0, 0, TimeSpan.Zero);

    /// <param name="request">A run request as JSON.</param>
    /// <param name="rate">Operations per second of a planned point.</param>
    /// <param name="flags">Its flags.</param>
    /// <param name="status">What became of it.</param>
    public static ChartSource Of(string request, Func<PlannedPoint, double> rate, Func<PlannedPoint, PointFlag[]>? flags = null, Func<PlannedPoint, PointStatus>? status = null)
    {
        var spec = new RunSpecReader(Shipped.Experiments, Shipped.Targets("default"), new SeededIdSource(7)).Read(Encoding.UTF8.GetBytes(request)).Spec! with { Order = PointOrder.Listed };
        var definition = Shipped.Experiments.Find(spec.Experiment)!;
        return new()
        {
            Definition = definition,
            Spec = spec,
            Points = [.. RunPlanner.Plan(definition, spec).Points.Select(planned => Point(spec, planned, rate(planned), flags?.Invoke(planned) ?? [], status?.Invoke(planned) ?? PointStatus.Measured))],
        };
    }

    /// <summary>The same with curves of each combination, of as many repetitions as given.</summary>
    public static ChartSource WithCurves(this ChartSource source, int repetitions = 2, int operations = 4_000, double seconds = 12, int failures = 0, int workers = 1) => source with
    {
        Curves = [.. LevelOrder.Of(source.Spec, source.Points).Select(point => point.Levels).DistinctBy(levels => levels.ToJsonString()).Select((levels, index) => SeededCurves.Level(
            levels,
            Enumerable.Range(1, repetitions).Select(repetition => SeededCurves.Point(
                SeededCurves.Samples((index * 100) + repetition, operations, seconds, failures),
                workers < 2 ? [] : [.. Enumerable.Range(0, workers).Select(member => new WorkerRate(member, 2, 40 + (10 * member) + index, 4e7 + (1e7 * member)))]))))],
    };

    public static int Clients(PlannedPoint planned) => int.Parse(planned.Levels["clients"]!.ToJsonString(), CultureInfo.InvariantCulture);

    private static PointRecord Point(RunSpec spec, PlannedPoint planned, double rate, PointFlag[] flags, PointStatus status) => new()
    {
        Number = planned.Number,
        Repetition = planned.Repetition,
        Levels = planned.Levels,
        Status = status,
        Attempt = 1,
        ClaimedAt = status == PointStatus.Measured ? Start.AddSeconds((double)planned.Repetition * Math.Max(1, spec.RepeatEverySeconds)) : null,
        Result = status == PointStatus.Measured ? SeededRun.Summary(planned.Levels["clients"] is null ? 1 : Clients(planned), rate, 1 << 20, 500, flags) : null,
    };
}
